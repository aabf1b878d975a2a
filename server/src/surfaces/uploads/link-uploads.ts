import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { anonymous } from "#access/caller.ts"
import { type App, perform } from "#access/perform.ts"
import { beginUpload, cancelUpload, continueUpload, getUploadState, maxFileBytes } from "#domains/drive/index.ts"
import { guard } from "../transport/guard.ts"
import type { Transport } from "../transport/transport.ts"
import { progress, readMetadata, readNumber, requireOffsetType, requireVersion, toDate, tusVersion } from "./tus.ts"
import { bytesOf, takingFiles } from "./upload-body.ts"

/** tus 1.0.0 (https://tus.io/protocols/resumable-upload): core, creation, expiration and termination. */
export function addResumable(server: FastifyInstance, transport: Transport): void {
  const reads = guard(transport, "reads", { countsMisses: true })
  const writes = guard(transport, "writes", { countsMisses: true })
  const url = "/u/:token/uploads/:uploadId"
  for (const url of ["/u/:token", "/u/:token/*"]) server.options(url, reads, describe)
  server.post("/u/:token", writes, begin(transport.app))
  server.route({ method: "HEAD", url, ...reads, handler: tell(transport.app) })
  server.patch(url, takingFiles(transport, "reads"), appendBytes(transport.app))
  server.delete(url, writes, giveUp(transport.app))
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const begin =
  (app: App): Handler =>
  async (request, reply) => {
    requireVersion(request, reply)
    const lengthBytes = readNumber(request, "upload-length")
    const params = request.params as { token: string }
    const file = { ...readMetadata(request.headers["upload-metadata"]), lengthBytes }
    const { uploadId, expiresAt } = await perform({ app, caller: anonymous }, beginUpload, { ...params, ...file })
    const location = `${app.addresses.base}/u/${params.token}/uploads/${uploadId}`
    return reply
      .code(201)
      .headers({ location, "upload-expires": toDate(expiresAt) })
      .send()
  }

const tell =
  (app: App): Handler =>
  async (request, reply) => {
    requireVersion(request, reply)
    const state = await perform({ app, caller: anonymous }, getUploadState, request.params)
    return reply.headers({ ...progress(state), "upload-length": state.lengthBytes }).send()
  }

const appendBytes =
  (app: App): Handler =>
  async (request, reply) => {
    requireVersion(request, reply)
    requireOffsetType(request)
    const offsetBytes = readNumber(request, "upload-offset")
    const input = { ...(request.params as object), offsetBytes, bytes: bytesOf(request.raw) }
    const state = await perform({ app, caller: anonymous }, continueUpload, input)
    return reply.code(204).headers(progress(state)).send()
  }

const giveUp =
  (app: App): Handler =>
  async (request, reply) => {
    requireVersion(request, reply)
    await perform({ app, caller: anonymous }, cancelUpload, request.params)
    return reply.code(204).send()
  }

/** "The Client SHOULD use the OPTIONS request to gather information about the Server's current configuration." */
async function describe(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply
    .code(204)
    .headers({
      "tus-resumable": tusVersion,
      "tus-version": tusVersion,
      "tus-extension": "creation,expiration,termination",
      "tus-max-size": maxFileBytes,
      "access-control-allow-methods": "PUT, POST, HEAD, PATCH, DELETE, OPTIONS",
      "access-control-allow-headers": "Content-Type, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset",
      "access-control-max-age": "7200",
    })
    .send()
}
