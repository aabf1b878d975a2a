import { connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

/** A proxy under attack: asks for `ASKS` unknown names a second, and prints how many were refused with 404. */
const perSecond = Number(process.env.ASKS)
const url = new URL(process.env.ASKED ?? "")
const connections = 32
let [asked, refused] = [0, 0]

function open(): Socket {
  const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
  socket.on("data", (bytes: Buffer) => {
    for (let at = bytes.indexOf("HTTP/1.1 404"); at !== -1; at = bytes.indexOf("HTTP/1.1 404", at + 1)) refused += 1
    const next = waiting.shift()
    if (next) socket.write(next)
    else idle.push(socket)
  })
  return socket
}

const request = (n: number) =>
  `GET /tls/ask?domain=${n.toString(36)}-${process.pid}.example.com HTTP/1.1\r\nHost: ${url.host}\r\nUser-Agent: Go-http-client/1.1\r\nAccept-Encoding: gzip\r\n\r\n`
const waiting: string[] = []
const idle: Socket[] = []
for (let n = 0; n < connections; n += 1) idle.push(open())

process.on("SIGTERM", () => {
  process.stdout.write(`${refused}\n`, () => process.exit(0))
})

const began = performance.now()
for (;;) {
  for (; asked < ((performance.now() - began) * perSecond) / 1_000; asked += 1) {
    const socket = idle.shift()
    if (socket) socket.write(request(asked))
    else waiting.push(request(asked))
  }
  await sleep(1)
}
