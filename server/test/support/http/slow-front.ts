import { createServer, type IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import type { Ending } from "../databases/test-databases.ts"
import { passRequest, passSocket } from "../processes/balancer.ts"
import { listen } from "./listen.ts"

const scriptMs = 500
const pageMs = 300

/** A slow line to the service at `port` of this machine: a script takes half a second, a page a third. Returns its port. */
export async function slowFront(t: Ending, port: number): Promise<number> {
  const service = new URL(`http://127.0.0.1:${port}`)
  const server = createServer((incoming, outgoing) =>
    setTimeout(passRequest, delayOf(incoming), service, incoming, outgoing),
  )
  server.on("upgrade", (incoming, socket: Socket, head) => passSocket(service, { incoming, socket, head }))
  return listen(t, server)
}

function delayOf({ url = "", headers }: IncomingMessage): number {
  if (url.endsWith(".js")) return scriptMs
  return headers.accept?.includes("text/html") ? pageMs : 0
}
