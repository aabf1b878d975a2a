import type { FastifyInstance } from "fastify"
import { drawBadge, drawMark } from "./draw-mark.ts"
import { badge, icons, manifest, manifestPath } from "./manifest.ts"
import { serviceWorker, serviceWorkerHeaders, serviceWorkerPath } from "./service-worker.ts"

const headers = {
  "cache-control": "public, max-age=86400",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
}

/** Serves the files for installing the console. An icon is drawn at its first request. */
export function addInstallables(server: FastifyInstance, brandName: string): void {
  const drawn = new Map<string, Buffer>()
  server.get(manifestPath, async (_request, reply) =>
    reply
      .headers({ ...headers, "content-type": "application/manifest+json; charset=utf-8" })
      .send(JSON.stringify(manifest(brandName))),
  )
  server.get(serviceWorkerPath, async (_request, reply) => reply.headers(serviceWorkerHeaders).send(serviceWorker))
  const drawings = [
    ...icons.map(({ path, side, share }) => ({ path, draw: () => drawMark(side, share) })),
    { path: badge.path, draw: () => drawBadge(badge.side) },
  ]
  for (const { path, draw } of drawings) {
    server.get(path, async (_request, reply) => {
      const png = drawn.get(path) ?? draw()
      drawn.set(path, png)
      return reply.headers({ ...headers, "content-type": "image/png" }).send(png)
    })
  }
}
