import { readFileSync } from "node:fs"
import { createServer } from "node:https"
import { temporaryFolder } from "../databases/test-databases.ts"
import { selfSigned } from "../edge/pebble.ts"
import { listen } from "../http/listen.ts"

export interface Shop {
  /** The origin of its pages, which is also reached as `elsewhere`. */
  readonly origin: string
  readonly elsewhere: string
  /** Serves a body at a path, with headers. */
  serve(path: string, body: string, headers?: Record<string, string>): void
}

/** A site of someone else, over https, for browsers that ignore its certificate. Its paths have any query. */
export async function openShop(t: Parameters<typeof listen>[0] & Parameters<typeof temporaryFolder>[0]): Promise<Shop> {
  const { certificate, privateKey } = selfSigned(temporaryFolder(t))
  const pages = new Map<string, { body: string; headers: Record<string, string> }>()
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(privateKey) }, (request, reply) => {
    const page = pages.get(new URL(request.url ?? "/", "https://shop").pathname)
    reply.writeHead(200, { "content-type": "text/html; charset=utf-8", ...page?.headers }).end(page?.body)
  })
  const port = await listen(t, server)
  return {
    origin: `https://127.0.0.1:${port}`,
    elsewhere: `https://localhost:${port}`,
    serve: (path, body, headers = {}) => void pages.set(path, { body, headers }),
  }
}
