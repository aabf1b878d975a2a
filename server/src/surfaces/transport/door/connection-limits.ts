import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

export interface ConnectionLimits {
  /**
   * How many connections there may be at once. Requests over further ones are refused; a tenth more may stay silent.
   */
  readonly most: number
  /** How long a client may leave what it was sent unread. */
  readonly unreadMs: number
}

/** A connection of Node's HTTP server: `_httpMessage` is the response whose turn it is. */
type Connection = Socket & { _httpMessage?: ServerResponse | null }

/** How many requests may wait on one connection for the answers before them. A client that sends more does not read. */
const mostWaiting = 128
const waiting = Symbol("requests that wait for the answers before them")

/**
 * Bounds the requests that are sent on and on over one connection without their answers being read (pipelining): Node
 * would run all of them at once, as many as one read brings. Who sends too many is cut off.
 */
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
 * Limits how many connections there are at once, and closes those whose client does not read what it was sent. Of the
 * connections too many, the oldest is closed for the newest, so that a client that asks at once is told why it is
 * refused, however many others connect and stay silent.
 *
 * @returns a function that tells whether a request came over a connection too many, and is to be refused.
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

/**
 * A socket's timer is set anew by each byte that goes through it. When it runs out, a connection that waits for us (a
 * request is being worked on) is left alone; one that is idle, or does not take its answer, is closed.
 */
function closeUnread(server: Server, unreadMs: number): void {
  server.timeout = unreadMs
  server.on("timeout", (socket: Connection) => {
    const isWaitingForUs = Boolean(socket._httpMessage) && socket.writableLength === 0
    if (!isWaitingForUs) socket.destroy()
  })
}
