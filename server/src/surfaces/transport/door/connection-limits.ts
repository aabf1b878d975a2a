import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

export interface ConnectionLimits {
  /** The most connections at once. Requests over further ones are refused; a tenth more may stay silent. */
  readonly most: number
  /** How long a client may leave sent data unread. */
  readonly unreadMs: number
}

/** A connection of Node's HTTP server: `_httpMessage` is the response that it sends next. */
type Connection = Socket & { _httpMessage?: ServerResponse | null }

/** How many requests may wait on one connection for earlier responses. A client that sends more does not read. */
const mostWaiting = 128
const waiting = Symbol("requests that wait for the answers before them")

/** Node would run all pipelined requests of one read at once. A client that sends too many is disconnected. */
export function boundPipelining(handle: RequestListener): RequestListener {
  return (request, response) => {
    const socket = request.socket as Connection & { [waiting]?: number }
    if (socket.destroyed) return
    if (socket._httpMessage && socket._httpMessage !== response) {
      socket[waiting] = (socket[waiting] ?? 0) + 1
      if (socket[waiting] > mostWaiting) return void socket.destroy()
      response.once("close", () => {
        socket[waiting] = (socket[waiting] ?? 1) - 1
      })
    }
    handle(request, response)
  }
}

/**
 * Closes the oldest of the excess connections for the newest, so that a client with a request gets a refusal, and
 * closes unread ones. The returned function says whether a request came over an excess connection.
 */
export function limitConnections(
  server: Server,
  { most, unreadMs }: ConnectionLimits,
): (request: IncomingMessage) => boolean {
  closeUnread(server, unreadMs)
  const tooMany = new Set<Socket>()
  let admitted = 0
  server.on("connection", (socket) => {
    if (admitted < most) {
      admitted += 1
      socket.once("close", () => {
        admitted -= 1
      })
      return
    }
    tooMany.add(socket)
    socket.once("close", () => tooMany.delete(socket))
    if (tooMany.size > Math.ceil(most / 10)) closeOldest(tooMany)
  })
  return ({ socket }) => tooMany.has(socket)
}

function closeOldest(sockets: Set<Socket>): void {
  const [oldest] = sockets
  if (oldest === undefined) return
  sockets.delete(oldest)
  oldest.destroy()
}

/** When a socket's timer runs out, a connection stays open only while its request is being processed. */
function closeUnread(server: Server, unreadMs: number): void {
  server.timeout = unreadMs
  server.on("timeout", (socket: Connection) => {
    const isWaitingForUs = Boolean(socket._httpMessage) && socket.writableLength === 0
    if (!isWaitingForUs) socket.destroy()
  })
}
