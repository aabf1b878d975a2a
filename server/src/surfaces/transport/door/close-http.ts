import type { IncomingMessage, ServerResponse } from "node:http"
import { Server, type Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { FastifyInstance } from "fastify"

/** How long kept-alive connections are still served, so that none is closed while a request is in transit. */
const graceMs = 1_000
const longestMs = 8_000

/**
 * Call it before the server listens. The returned function accepts no new connections and asks every client to close.
 * It closes idle connections, and the others once their request is answered.
 */
export function httpCloser(http: FastifyInstance): () => Promise<void> {
  const { server } = http
  const newest = newestResponses(server)

  return async () => {
    for (const response of newest.values()) response.shouldKeepAlive = false
    server.prependListener("request", askToClose)
    // http.Server's own close would cut idle connections at once, even with a request in transit.
    const closed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()))
    const end = Date.now() + longestMs
    await Promise.race([closed, sleep(graceMs)])
    while ((await countConnections(http)) > 0 && Date.now() < end) {
      server.closeIdleConnections()
      await Promise.race([closed, sleep(50)])
    }
    server.closeAllConnections()
    await http.close()
  }
}

/** A set of running responses would change so often that V8 kept old members until the next full collection. */
function newestResponses(server: FastifyInstance["server"]): ReadonlyMap<Socket, ServerResponse> {
  const newest = new Map<Socket, ServerResponse>()
  server.on("connection", (socket) => socket.once("close", () => newest.delete(socket)))
  server.prependListener("request", ({ socket }, response) => newest.set(socket, response))
  return newest
}

function askToClose(_request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false
}

function countConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))
}
