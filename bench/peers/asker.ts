import { setTimeout as sleep } from "node:timers/promises"
import { openClient } from "../loads/http.ts"
import { inParallel } from "../loads/turns.ts"
import { announce } from "./announce.ts"

/** A proxy under attack: asks for `ASKS` unknown names a second; tells at any message how many were refused with 404. */
const { origin, host } = new URL(process.env.ASKED ?? "")
const more = `-${process.pid}.example.com HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Go-http-client/1.1\r\nAccept-Encoding: gzip\r\n\r\n`
let [asked, refused] = [0, 0]

process.on("message", () => process.send?.(refused))
announce(host)
const began = performance.now()
/** On 32 connections; what is late because all of them wait is asked as soon as one is free. */
await inParallel(32, async () => {
  for (const { ask } = await openClient(origin, /^HTTP\/1\.1 404 /); ; refused += 1) {
    const waitMs = began + (asked * 1_000) / Number(process.env.ASKS) - performance.now()
    asked += 1
    if (waitMs > 0) await sleep(waitMs)
    await ask(Buffer.from(`GET /tls/ask?domain=${asked.toString(36)}${more}`))
  }
})
