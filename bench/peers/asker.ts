import { setTimeout as sleep } from "node:timers/promises"
import { openClient } from "../loads/http.ts"
import { inParallel } from "../loads/turns.ts"
import { announce } from "./announce.ts"

/** A proxy under attack: asks for `ASKS` unknown names a second; tells at any message how many were refused with 404. */
const { origin, host } = new URL(process.env.ASKED ?? "")
const more = `-${process.pid}.example.com HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Go-http-client/1.1\r\nAccept-Encoding: gzip\r\n\r\n`
const idle = await inParallel(32, () => openClient(origin, /^HTTP\/1\.1 404 /))
let asked = 0

process.on("message", () => process.send?.(asked + idle.length - 32))
announce(host)
const began = performance.now()
/** Asks each millisecond for the names that are due, on the connections that wait. */
for (let due = 0; ; due = ((performance.now() - began) * Number(process.env.ASKS)) / 1_000) {
  for (const client of idle.splice(0, due - asked)) {
    asked += 1
    void client.ask(Buffer.from(`GET /tls/ask?domain=${asked.toString(36)}${more}`)).then(() => idle.push(client))
  }
  await sleep(1)
}
