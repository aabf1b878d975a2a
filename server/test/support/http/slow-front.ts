import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import { connect } from "node:net"
import type { Ending } from "../databases/test-databases.ts"
import { listen } from "./listen.ts"

const scriptMs = 500
const pageMs = 300

/** A slow line to the service at `port` of this machine: a script takes half a second, a page a third. Returns its port. */
export async function slowFront(t: Ending, port: number): Promise<number> {
  const server = createServer((asked, reply) => setTimeout(pass, delayOf(asked), asked, reply, port))
  server.on("upgrade", (asked, client, head) => {
    const target = connect(port, "127.0.0.1", () => {
      target.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${rawHeaders(asked)}\r\n`)
      target.write(head)
      client.pipe(target).pipe(client)
    })
    for (const end of [client, target]) end.on("error", () => {})
    client.on("close", () => target.destroy())
    target.on("close", () => client.destroy())
  })
  return listen(t, server)
}

function delayOf({ url = "", headers }: IncomingMessage): number {
  if (url.endsWith(".js")) return scriptMs
  return headers.accept?.includes("text/html") ? pageMs : 0
}

function pass(asked: IncomingMessage, reply: ServerResponse, port: number): void {
  const { method, url: path, headers } = asked
  const onwards = request({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
    answer.on("error", () => reply.destroy())
  })
  onwards.on("error", () => reply.destroy())
  reply.on("close", () => onwards.destroy())
  asked.pipe(onwards)
}

function rawHeaders({ rawHeaders: parts }: IncomingMessage): string {
  return parts.map((part, at) => (at % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join("")
}
