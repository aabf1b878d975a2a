import { createServer } from "node:net"

/**
 * A free port, for a server that a test stops and restarts there. It is below the ports that Linux assigns
 * automatically (32,768 on) and to outgoing connections: one of those could be taken by another test when the server
 * restarts.
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
