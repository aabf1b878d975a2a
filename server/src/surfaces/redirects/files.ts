import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify"
import { type App, systemContext } from "#access/perform.ts"
import type { ByteRange } from "#adapters/blobs/port.ts"
import { findPublicDownload } from "#domains/docs/index.ts"
import { continuedMs, findDriveDownload, findSharedDownload } from "#domains/drive/index.ts"
import {
  type Begun,
  countDownload,
  type DeliveryFile,
  findCover,
  findDeliveryArchive,
  getDeliveryFile,
} from "#domains/handover/index.ts"
import { withoutMetadata } from "#kernel/pictures/without-metadata.ts"
import { encodingOf } from "#kernel/text/encoding.ts"
import { begunDownloadsCookie } from "../transport/buyer-cookie.ts"
import { openCookie } from "../transport/cookie.ts"
import { answerWithEnvelope } from "../transport/error-envelope.ts"
import type { HttpCall } from "../transport/http-call.ts"
import { fileHeaders } from "./disposition.ts"
import { announceRange, rangeIn, refuseRange } from "./range.ts"
import { sendArchive } from "./send-archive.ts"

/** Identifies the browser that began a counted download, for as long as it may continue it. */
const downloads = openCookie("download", /^download_[\w-]{43}$/)

/** Downloads by signed address, as a Fastify plugin. Each request checks whether the address still opens its file. */
export function filesSurface(app: App): FastifyPluginAsync {
  const send = sender(app)
  const url = `${new URL(app.addresses.files).pathname.replace(/\/$/, "")}/:address`
  return async (server) => {
    const answer = answerWithEnvelope(app.log)
    server.setErrorHandler((thrown, request, reply) => {
      // A refusal must not have the file's headers.
      for (const name of ofTheFile) reply.removeHeader(name)
      return answer(thrown, request, reply)
    })
    // Fastify's own HEAD would read the whole file and discard it.
    server.route<{ Params: { address: string } }>({
      method: ["GET", "HEAD"],
      url,
      exposeHeadRoute: false,
      handler: (request, reply) => send({ request, reply }, request.params.address),
    })
  }
}

/** Returns a function that sends the file at an address. */
function sender(app: App) {
  const cx = systemContext(app)
  const findShared = async ({ request, reply }: HttpCall, address: string) => {
    const secret = downloads.read(app, request.headers.cookie)
    const file = await findSharedDownload(cx, address, { secret, isReading: request.method === "GET" })
    if (file?.secret !== undefined) downloads.write(app, reply, { value: file.secret, maxAgeMs: continuedMs })
    return file
  }
  const begun = begunDownloadsCookie(app.addresses.base)
  const begin = async (download: Begun, { request, reply }: HttpCall) => {
    if (!beginsDownload(request)) return
    begun.write(reply, begun.read(request.headers.cookie), [download.continuation])
    await count(app, download)
  }
  return async (call: HttpCall, address: string) => {
    const proofs = begun.read(call.request.headers.cookie)
    const archive = await findDeliveryArchive(cx, address, proofs)
    if (archive) {
      await begin(archive, call)
      return sendArchive(app, archive, call)
    }
    const cover = await findCover(cx, address)
    if (cover) return sendFile(app, { ...cover, name: "cover.webp", isPicture: true }, call)
    const ofDrive = (await findDriveDownload(cx, address)) ?? (await findShared(call, address))
    const file = ofDrive ?? (await findPublicDownload(cx, address))
    if (file) return sendFile(app, file, call)
    const bought = await getDeliveryFile(cx, address, proofs)
    await begin(bought, call)
    return sendFile(app, bought, call)
  }
}

/** Counts a download that begins. The buyer gets the file even if it cannot be counted. */
async function count(app: App, { purchase }: Begun): Promise<void> {
  await systemContext(app)
    .atomically((cx) => countDownload(cx, purchase))
    .catch((error: unknown) => app.log.error({ error, purchaseId: purchase.id }, "A download could not be counted."))
}

/** A request for a later part continues a download. */
function beginsDownload({ method, headers: { range } }: FastifyRequest): boolean {
  return method === "GET" && (range === undefined || range.startsWith("bytes=0-"))
}

async function sendFile(
  { addresses, blobs }: Pick<App, "addresses" | "blobs">,
  file: Served,
  { request, reply }: HttpCall,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`
  reply.headers(fileHeaders(file, etag))
  if (file.isPicture) reply.headers(pictureHeaders)
  if (file.isPreview) reply.headers(previewHeaders(new URL(addresses.base).origin))
  const text = file.isPreview && isText(file) ? await buffer(await blobs.read(file.blobKey)) : undefined
  if (text) reply.header("content-type", `text/plain; charset=${encodingOf(text) ?? "utf-8"}`)
  const isBare = file.isBare === true && file.contentType.startsWith("image/")
  if (isBare) reply.headers({ "accept-ranges": "none", etag: `"bare-${file.sha256}"` })
  const range = isBare ? undefined : rangeIn(request, { etag, sizeBytes: file.sizeBytes })
  if (range === "unsatisfiable") return refuseRange(reply, file.sizeBytes)
  const { start, end } = announceRange(reply, range, file.sizeBytes)
  if (request.method === "HEAD" || file.sizeBytes === 0) return reply.send()
  if (text) return reply.send(text.subarray(start, end + 1))
  // Fastify destroys the stream when the client disconnects, which closes the blob.
  const bytes = await blobs.read(file.blobKey, range)
  if (!isBare) return reply.send(bytes)
  const whole = { sizeBytes: file.sizeBytes, read: (range: ByteRange) => blobs.read(file.blobKey, range) }
  return reply.send(Readable.from(withoutMetadata(bytes, whole), { objectMode: false }))
}

/** `isPreview`: shown in one of this service's pages, not saved. `isPicture`: made by this service, for any page. */
type Served = DeliveryFile & { isPreview?: boolean; isPicture?: boolean; isBare?: boolean }

const ofTheFile = ["accept-ranges", "content-disposition", "content-length", "content-range", "content-type", "etag"]

/** Headers of a picture that this service made: it never changes, and caches drop it within a day. */
const pictureHeaders = {
  "cache-control": "public, max-age=86400",
  "content-disposition": "inline",
  "cross-origin-resource-policy": "cross-origin",
}

/**
 * Headers of a file in the frames and players of this service's pages: it has no script, no origin, and no address to
 * send data to. `home` is the origin that may frame it.
 */
function previewHeaders(home: string): Record<string, string> {
  return {
    "content-disposition": "inline",
    "content-security-policy": `sandbox; default-src 'none'; frame-ancestors ${home}`,
    "cross-origin-resource-policy": "cross-origin",
  }
}

/** A preview of these is served as plain text. It has at most 1 MiB. */
const isText = ({ contentType }: DeliveryFile) => contentType.startsWith("text/") || contentType === "application/json"
