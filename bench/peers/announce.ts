import { createServer, type RequestListener } from "node:http"
import { listen } from "../../server/test/support/http/listen.ts"

/** Serves requests on a free port; returns the address. */
export async function serve(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen({ after: () => {} }, createServer(listener))}`
}

/** Tells the bench that this peer is ready, and where. The peer ends with the bench. */
export function announce(address: string): void {
  process.on("disconnect", () => process.exit())
  process.send?.(address)
}
