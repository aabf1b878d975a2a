import type { FastifyReply } from "fastify"
import type { App } from "#access/perform.ts"
import { findLogo } from "#domains/workspaces/index.ts"
import { notFound } from "#kernel/error.ts"
import type { HttpCall } from "../transport/http-call.ts"

/** Sends a workspace's logo. A path never gets another logo, so browsers may cache it. */
export async function sendLogo({ database, now }: App, { request, reply }: HttpCall): Promise<FastifyReply> {
  const { key } = request.params as { key: string }
  const png = await findLogo({ db: database.read, now }, key)
  if (!png) throw notFound("This image doesn’t exist.")
  return reply
    .headers({
      "content-type": "image/png",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "public, max-age=86400, immutable",
      "cross-origin-resource-policy": "cross-origin", // mail programs show it
      "x-content-type-options": "nosniff",
    })
    .send(png)
}
