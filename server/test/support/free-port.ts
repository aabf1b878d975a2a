import { createServer } from "node:net"

/**
 * A port on which nothing listens now, for a server that a test stops and starts again there. It is below those that
 * Linux gives to whoever asks for any (32,768 on) and to outgoing connections: one of these, of another test, would be
 * in the way when the server comes back.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })
}
