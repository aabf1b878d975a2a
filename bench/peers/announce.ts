import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

/** Serves requests on a free port; returns the address. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1")
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Tells the bench that this peer is ready, and where. The peer ends with the bench. */
export function announce(address: string): void {
  process.on("disconnect", () => process.exit())
  process.send?.(address)
}
