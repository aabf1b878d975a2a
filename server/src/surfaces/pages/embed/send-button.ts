import type { FastifyReply } from "fastify"
import { sendCacheable } from "../../transport/etag.ts"
import type { HttpCall } from "../../transport/http-call.ts"
import type { PageParts } from "../send.ts"

/** Sends the buy button's script. Its address never changes, so that browsers ask for a newer one after ten minutes. */
export async function sendButton({ built }: PageParts, { request, reply }: HttpCall): Promise<FastifyReply> {
  const { type, content } = (await built()).button
  reply.headers({
    "content-type": type,
    "cache-control": "public, max-age=600",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  })
  return sendCacheable(request, reply, content)
}
