import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { announce } from "./announce.ts"

/** A proxy under attack: asks for `ASKS` unknown names a second; tells at any message how many were refused with 404. */
const perSecond = Number(process.env.ASKS)
const { hostname, port, host } = new URL(process.env.ASKED ?? "")
const more = `-${process.pid}.example.com HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Go-http-client/1.1\r\nAccept-Encoding: gzip\r\n\r\n`
let [asked, due, refused] = [0, 0, 0]

const idle: Socket[] = Array.from({ length: 32 }, () => {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  return socket.on("data", (bytes: Buffer) => {
    for (let at = bytes.indexOf("HTTP/1.1 404"); at !== -1; at = bytes.indexOf("HTTP/1.1 404", at + 1)) refused += 1
    idle.push(socket)
    ask()
  })
})

/** Asks for the names that are due on the sockets that wait. */
function ask(): void {
  for (; asked < due && idle.length > 0; asked += 1) {
    idle.shift()?.write(`GET /tls/ask?domain=${asked.toString(36)}${more}`)
  }
}

process.on("message", () => process.send?.(refused))
announce(host)

for (const began = performance.now(); ; await sleep(1)) {
  due = ((performance.now() - began) * perSecond) / 1_000
  ask()
}
