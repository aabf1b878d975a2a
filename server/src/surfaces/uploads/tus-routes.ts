import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify"
import type { z } from "zod"
import type { Action } from "#access/action.ts"
import type { Caller } from "#access/context.ts"
import { type App, perform } from "#access/perform.ts"
import type { Transport } from "../transport/transport.ts"
import { progress, readMetadata, readNumber, requireOffsetType, requireVersion, toDate } from "./tus.ts"
import { bytesOf } from "./upload-body.ts"

interface Progress {
  offsetBytes: number
  expiresAt: number
  /** The file that the upload became, where the sender may know it. */
  fileId?: string | null
}

interface Row<Answer> {
  does: Action<z.ZodType, z.ZodType<unknown, Answer>>
  hooks: Pick<RouteShorthandOptions, "onRequest" | "onError">
}

/** A use of the protocol: its paths, its callers, and a row per method. */
export interface TusUse {
  uploads: string
  upload: string
  findCaller(request: FastifyRequest): Promise<Caller>
  POST: Row<{ uploadId: string; expiresAt: number }>
  HEAD: Row<Progress & { lengthBytes: number }>
  PATCH: Row<Progress>
  DELETE: Row<object>
  /** A small picture of the file, which is not of the protocol. */
  PUT: Row<object>
}

/**
 * Adds the routes of one use of the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload): core, and the
 * extensions creation, expiration and termination.
 */
export function addTus(server: FastifyInstance, { app }: Transport, use: TusUse): void {
  for (const method of ["POST", "HEAD", "PATCH", "DELETE"] as const) {
    server.route({
      ...use[method].hooks,
      method,
      url: method === "POST" ? use.uploads : use.upload,
      config: { takesFiles: method === "PATCH" },
      handler: async (request, reply) => {
        requireVersion(request, reply)
        const caller = await use.findCaller(request)
        return answers[method]({ app, use, request, reply, caller })
      },
    })
  }
  server.put(`${use.upload}/picture`, { ...use.PUT.hooks, config: { takesFiles: true } }, async (request, reply) => {
    const input = { ...(request.params as object), bytes: bytesOf(request.raw) }
    await perform({ app, caller: await use.findCaller(request) }, use.PUT.does, input)
    return reply.code(204).send()
  })
}

type Asked = { app: App; use: TusUse; request: FastifyRequest; reply: FastifyReply; caller: Caller }

const answers = { POST: begin, HEAD: tell, PATCH: append, DELETE: cancel }

async function begin({ app, use, request, reply, caller }: Asked): Promise<FastifyReply> {
  const lengthBytes = readNumber(request, "upload-length")
  const params = request.params as Record<string, string>
  const input = { ...params, ...readMetadata(request.headers["upload-metadata"]), lengthBytes }
  const { uploadId, expiresAt } = await perform({ app, caller }, use.POST.does, input)
  const named: Record<string, string> = { ...params, uploadId }
  const path = use.upload.replaceAll(/:(\w+)/g, (_, name) => named[name] ?? "")
  return reply
    .code(201)
    .headers({ location: `${app.addresses.base}${path}`, "upload-expires": toDate(expiresAt) })
    .send()
}

async function tell({ app, use, request, reply, caller }: Asked): Promise<FastifyReply> {
  const state = await perform({ app, caller }, use.HEAD.does, request.params)
  return reply.headers({ ...toHeaders(state), "upload-length": state.lengthBytes }).send()
}

async function append({ app, use, request, reply, caller }: Asked): Promise<FastifyReply> {
  requireOffsetType(request)
  const offsetBytes = readNumber(request, "upload-offset")
  const input = { ...(request.params as object), offsetBytes, bytes: bytesOf(request.raw) }
  const state = await perform({ app, caller }, use.PATCH.does, input)
  return reply.code(204).headers(toHeaders(state)).send()
}

async function cancel({ app, use, request, reply, caller }: Asked): Promise<FastifyReply> {
  await perform({ app, caller }, use.DELETE.does, request.params)
  return reply.code(204).send()
}

const toHeaders = ({ fileId, ...state }: Progress) => ({
  ...progress(state),
  ...(typeof fileId === "string" && { "svc-file-id": fileId }),
})
