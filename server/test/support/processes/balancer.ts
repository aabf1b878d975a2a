import { once } from "node:events"
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { until } from "../basics/until.ts"
import { atEnd, type Ending } from "../databases/test-databases.ts"

const probeMs = 20

/** A balancer of HTTP and sockets over processes of the service. It repeats no request. */
export interface Balancer {
  readonly port: number
  /** Begins to probe a process. Resolves when it serves. */
  add(url: string): Promise<void>
}

/** Sends each request over a connection of its own to the next process whose `/api/health/serving` says 200. */
export async function openBalancer(t: Ending): Promise<Balancer> {
  const serving = new Set<string>()
  let isOpen = true
  let turn = 0
  const next = () => new URL([...serving][turn++ % serving.size] ?? "http://127.0.0.1:1")
  const server = createServer((incoming, outgoing) => passRequest(next(), incoming, outgoing))
  server.on("upgrade", (incoming, socket: Socket, head) => passSocket(next(), { incoming, socket, head }))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  atEnd(t, () => {
    isOpen = false
    server.close().closeAllConnections()
  })
  const probe = async (url: string) => {
    let hasServed = false
    while (isOpen) {
      const answer = await fetch(`${url}/api/health/serving`).catch(() => undefined)
      if (answer?.ok) serving.add(url)
      else if (serving.delete(url) || hasServed) return
      hasServed = answer?.ok === true
      await sleep(probeMs)
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    async add(url) {
      void probe(url)
      await until(async () => serving.has(url))
    },
  }
}

/** Sends a request on to another server, over a connection of its own, and its answer back. */
export function passRequest({ hostname, port }: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, url, headers } = incoming
  const target = request({
    hostname,
    port,
    method,
    path: url,
    headers: { ...headers, connection: "close" },
    agent: false,
  })
  target.on("response", (answer) => {
    const { connection: _, ...headers } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, headers)
    answer.pipe(outgoing)
    answer.on("error", () => outgoing.destroy())
  })
  target.on("error", () => outgoing.destroy())
  incoming.pipe(target)
}

interface Upgrade {
  readonly incoming: IncomingMessage
  readonly socket: Socket
  readonly head: Buffer
}

/** Sends an upgrade on to another server, and then the bytes of both sides. */
export function passSocket({ hostname, port }: URL, { incoming, socket, head }: Upgrade): void {
  const target = connect(Number(port), hostname)
  const lines = incoming.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []))
  target.write([`GET ${incoming.url} HTTP/1.1`, ...lines, "", ""].join("\r\n"))
  target.write(head)
  socket.pipe(target).pipe(socket)
  for (const [one, other] of [
    [socket, target],
    [target, socket],
  ] as const) {
    one.on("error", () => other.destroy())
    one.on("close", () => other.destroy())
  }
}
