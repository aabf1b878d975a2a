import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { anonymous } from "#access/caller.ts"
import { type App, perform } from "#access/perform.ts"
import { beginUpload, cancelUpload, continueUpload, getUploadState, maxFileBytes } from "#domains/drive/index.ts"
import { invalidInput, ServiceError } from "#kernel/error.ts"
import { guard } from "../transport/guard.ts"
import type { Transport } from "../transport/transport.ts"
import { bytesOf, takingFiles } from "./upload-body.ts"

const version = "1.0.0"
const offsetType = "application/offset+octet-stream"

/**
 * The tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload): core, and the extensions creation, expiration
 * and termination.
 */
export function addResumable(server: FastifyInstance, transport: Transport): void {
  const reads = guard(transport, "reads", { countsMisses: true })
  const writes = guard(transport, "writes", { countsMisses: true })
  const url = "/u/:token/uploads/:uploadId"
  for (const url of ["/u/:token", "/u/:token/*"]) server.options(url, reads, describe)
  server.post("/u/:token", writes, begin(transport.app))
  server.route({ method: "HEAD", url, ...reads, handler: tell(transport.app) })
  server.patch(url, takingFiles(transport, "reads"), goOn(transport.app))
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

const goOn =
  (app: App): Handler =>
  async (request, reply) => {
    requireVersion(request, reply)
    if (request.headers["content-type"] !== offsetType) throw otherType()
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
      "tus-resumable": version,
      "tus-version": version,
      "tus-extension": "creation,expiration,termination",
      "tus-max-size": maxFileBytes,
      "access-control-allow-methods": "PUT, POST, HEAD, PATCH, DELETE, OPTIONS",
      "access-control-allow-headers": "Content-Type, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset",
      "access-control-max-age": "7200",
    })
    .send()
}

/** "The Tus-Resumable header MUST be included in every request and response except for OPTIONS requests." */
function requireVersion(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("tus-resumable", version)
  if (request.headers["tus-resumable"] === version) return
  // "If the version specified by the Client is not supported by the Server, it MUST respond with the 412".
  reply.header("tus-version", version)
  throw new ServiceError("invalid_request", "This is no version of the tus protocol that is spoken here.", {
    status: 412,
    hint: `Send \`Tus-Resumable: ${version}\`, or the whole file with PUT.`,
  })
}

function readNumber({ headers }: FastifyRequest, name: string): number {
  const text = String(headers[name] ?? "")
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw invalidInput(`The header \`${name}\` is missing or no number.`, "Send a number of bytes.")
}

/** "Comma-separated key-value pairs … The value MUST be Base64 encoded." */
function readMetadata(header: string | string[] | undefined): { name: string; contentType: string | undefined } {
  const pairs = String(header ?? "")
    .split(",")
    .map((pair) => pair.trim().split(" "))
  const read = (key: string) => {
    const value = pairs.find(([name]) => name === key)?.[1]
    return value === undefined ? undefined : Buffer.from(value, "base64").toString("utf8")
  }
  const type = read("filetype")?.slice(0, 200)
  return { name: read("filename") || "file", contentType: type === "" ? undefined : type }
}

function progress({ offsetBytes, expiresAt }: { offsetBytes: number; expiresAt: number }): Record<string, string> {
  return { "upload-offset": String(offsetBytes), "upload-expires": toDate(expiresAt) }
}

const toDate = (ms: number) => new Date(ms).toUTCString()

const otherType = () =>
  new ServiceError("invalid_request", "The bytes of an upload are of another type.", {
    status: 415,
    hint: `Send \`Content-Type: ${offsetType}\`.`,
  })
