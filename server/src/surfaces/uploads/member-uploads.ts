import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify"
import type { Caller } from "#access/caller.ts"
import { perform } from "#access/perform.ts"
import {
  beginMemberUpload,
  cancelMemberUpload,
  continueMemberUpload,
  getMemberUploadState,
} from "#domains/drive/index.ts"
import { consoleCaller, requireFormToken } from "../transport/console-caller.ts"
import { consoleDoor } from "../transport/console-door.ts"
import { answerWithEnvelope } from "../transport/error-envelope.ts"
import type { Transport } from "../transport/transport.ts"
import { progress, readMetadata, readNumber, requireOffsetType, requireVersion, toDate } from "./tus.ts"
import { bytesOf, linger } from "./upload-body.ts"

/** Receives files by the tus protocol. Each request needs the session, its form token and the page's origin. */
export function consoleUploadsSurface(transport: Transport): FastifyPluginAsync {
  const answer = answerWithEnvelope(transport.app.log)
  return async (server) => {
    // Bodies are read as streams, for any content type.
    server.removeAllContentTypeParsers()
    server.addContentTypeParser("*", (_request, _payload, done) => done(null))
    server.setErrorHandler((thrown, request, reply) => {
      linger(request.raw)
      return answer(thrown, request, reply)
    })
    addRoutes(server, transport)
  }
}

type Parts = { transport: Transport; request: FastifyRequest; reply: FastifyReply; caller: Caller }
interface UploadRoute {
  method: "POST" | "HEAD" | "PATCH" | "DELETE"
  url: string
  handle(parts: Parts): Promise<FastifyReply>
}

const routes: readonly UploadRoute[] = [
  { method: "POST", url: "/console/uploads", handle: begin },
  { method: "HEAD", url: "/console/uploads/:uploadId", handle: tell },
  { method: "PATCH", url: "/console/uploads/:uploadId", handle: appendBytes },
  { method: "DELETE", url: "/console/uploads/:uploadId", handle: giveUp },
]

function addRoutes(server: FastifyInstance, transport: Transport): void {
  const onRequest = consoleDoor(transport)
  for (const { method, url, handle } of routes) {
    server.route({
      method,
      url,
      config: { takesFiles: method === "PATCH" },
      onRequest,
      handler: async (request, reply) => {
        requireVersion(request, reply)
        const caller = await consoleCaller(transport, request)
        if (method !== "HEAD") requireFormToken(transport.app, request, caller)
        return handle({ transport, request, reply, caller })
      },
    })
  }
}

async function begin({ transport: { app }, request, reply, caller }: Parts): Promise<FastifyReply> {
  const metadata = readMetadata(request.headers["upload-metadata"])
  const input = { ...metadata, lengthBytes: readNumber(request, "upload-length") }
  const { uploadId, expiresAt } = await perform({ app, caller }, beginMemberUpload, input)
  const location = `${app.addresses.base}/console/uploads/${uploadId}`
  return reply
    .code(201)
    .headers({ location, "upload-expires": toDate(expiresAt) })
    .send()
}

async function tell({ transport: { app }, request, reply, caller }: Parts): Promise<FastifyReply> {
  const state = await perform({ app, caller }, getMemberUploadState, request.params)
  return reply.headers({ ...progressHeaders(state), "upload-length": state.lengthBytes }).send()
}

async function appendBytes({ transport: { app }, request, reply, caller }: Parts): Promise<FastifyReply> {
  requireOffsetType(request)
  const offsetBytes = readNumber(request, "upload-offset")
  const input = { ...(request.params as object), offsetBytes, bytes: bytesOf(request.raw) }
  const state = await perform({ app, caller }, continueMemberUpload, input)
  return reply.code(204).headers(progressHeaders(state)).send()
}

const progressHeaders = ({ fileId, ...state }: Parameters<typeof progress>[0] & { fileId: string | null }) => ({
  ...progress(state),
  ...(fileId !== null && { "svc-file-id": fileId }),
})

async function giveUp({ transport: { app }, request, reply, caller }: Parts): Promise<FastifyReply> {
  await perform({ app, caller }, cancelMemberUpload, request.params)
  return reply.code(204).send()
}
