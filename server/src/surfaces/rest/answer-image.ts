import type { FastifyReply, FastifyRequest } from "fastify"
import { anonymous } from "#access/caller.ts"
import { perform } from "#access/perform.ts"
import { endOfTurn } from "../transport/end-of-turn.ts"
import { sendCacheable } from "../transport/etag.ts"
import type { Transport } from "../transport/transport.ts"
import type { Admitted } from "./admit.ts"
import type { Endpoint } from "./endpoint.ts"
import { inputReader } from "./input.ts"

/** The last steps of a request for an image. Its action returns the bytes and their entity tag. */
export function answerImage(transport: Transport, endpoint: Endpoint) {
  const readInput = inputReader(endpoint)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { version } = request.admitted as Admitted
    const input = version.up(endpoint.id, readInput(request))
    const { bytes, etag } = (await perform(
      { app: transport.app, caller: anonymous, name: endpoint.id },
      endpoint.action,
      input,
    )) as Image
    reply.header("content-type", "image/png")
    reply.header("cache-control", endpoint.cacheControl)
    reply.header("x-robots-tag", "noindex") // the text on it may come from any caller
    await endOfTurn()
    return sendCacheable(request, reply, { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), etag })
  }
}

interface Image {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
}
