import type { Server as HttpServer } from "node:http"
import { createServer, type Socket } from "node:net"

/** The whole response to a GET of a path with its query; undefined where only the HTTP server can answer. */
export type QuickAnswer = (url: string) => Buffer | undefined

/** A GET in one piece, without a body, after which the connection stays open. */
const plainGet =
  /^GET (\/\S*) HTTP\/1\.1\r\n(?:(?!connection:(?! ?keep-alive\r)|content-length|expect|transfer-encoding|upgrade)[\w-]+:[^\r\n]*\r\n)+\r\n$/i

/** A connection without a request for this time is closed. Proxies keep theirs for two minutes at most. */
const silenceMs = 125_000
/** A client that leaves more bytes of responses unread is disconnected. */
const mostUnread = 65_536

/**
 * Answers plain requests from their bytes, at a fifth of the processor time of `http`. From its first other request on,
 * a connection belongs to `http`.
 */
export function openQuickConnections(http: HttpServer, answer: QuickAnswer) {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.setTimeout(silenceMs, () => socket.destroy())
    socket.on("error", () => {}) // without a listener, a reset would end the process
    socket.on("close", () => sockets.delete(socket))
    socket.on("data", function onData(chunk: Buffer) {
      const url = plainGet.exec(chunk.toString("latin1"))?.[1]
      const response = url === undefined ? undefined : answer(url)
      if (response && socket.writableLength > mostUnread) return void socket.destroy()
      if (response) return void socket.write(response)
      socket.off("data", onData).pause()
      socket.setTimeout(0)
      socket.unshift(chunk)
      http.emit("connection", socket)
      process.nextTick(() => socket.resume())
    })
  })
  return {
    server,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
