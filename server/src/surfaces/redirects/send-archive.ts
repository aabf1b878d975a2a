import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import type { FastifyReply } from "fastify"
import type { App } from "#access/perform.ts"
import type { ByteRange } from "#adapters/blobs/port.ts"
import type { DeliveryArchive } from "#domains/handover/index.ts"
import type { HttpCall } from "../transport/http-call.ts"
import { archiveNames } from "./archive-names.ts"
import { fileHeaders } from "./disposition.ts"
import { announceRange, rangeIn, refuseRange } from "./range.ts"
import { zipOf } from "./zip.ts"

/** Sends the length first, so that a client detects a cut-off zip. Before each file, checks the purchase again. */
export async function sendArchive(
  { blobs, log }: Pick<App, "blobs" | "log">,
  archive: DeliveryArchive,
  { request, reply }: HttpCall,
): Promise<FastifyReply> {
  const { files, boughtAt, isStillOpen } = archive
  const names = archiveNames(files.map(({ name }) => name))
  const entries = files.map(({ blobKey, sizeBytes }, at) => ({
    name: names[at] ?? "",
    sizeBytes,
    open: async () => {
      if (!(await isStillOpen())) throw new Error("The purchase ended while its files were sent.")
      return blobs.read(blobKey)
    },
  }))
  const { stream, sizeBytes } = zipOf(entries, boughtAt)
  const etag = etagOf(archive, names)
  reply.headers(fileHeaders({ name: `${archive.title}.zip`, contentType: "application/zip" }, etag))
  const asked = rangeIn(request, { etag, sizeBytes })
  const range = asked !== "unsatisfiable" && startsLate(asked) && !takeTurn(archive, stream) ? undefined : asked
  if (range === "unsatisfiable" || request.method === "HEAD") stream.destroy()
  if (range === "unsatisfiable") return refuseRange(reply, sizeBytes)
  announceRange(reply, range, sizeBytes)
  if (request.method === "HEAD") return reply.send()
  stream.once("error", (error) => log.warn({ error: String(error) }, "A zip of bought files ended early."))
  // Fastify destroys the stream when the client disconnects, which closes the open file.
  return reply.send(range ? partOf(stream, range) : stream)
}

/** The same files under the same names are packed to the same bytes. */
function etagOf({ files, boughtAt }: DeliveryArchive, names: readonly string[]): string {
  const packed = JSON.stringify([boughtAt, files.map(({ sha256 }, at) => [names[at], sha256])])
  return `"${createHash("sha256").update(packed).digest("base64url")}"`
}

const startsLate = (range: ByteRange | undefined) => range !== undefined && range.start > 0

/** The purchases that send a later part of their archive now. */
const continued = new Set<string>()

/**
 * A later part costs the reading of all that is before it, so a purchase gets one at a time. A second request gets the
 * whole zip: RFC 9110 §14.2 lets a server ignore a range. The turn ends with the stream.
 */
function takeTurn({ purchase: { id } }: DeliveryArchive, stream: Readable): boolean {
  if (continued.has(id)) return false
  continued.add(id)
  stream.once("close", () => continued.delete(id))
  return true
}

/** Passes on the bytes of a range, and closes the source after them. */
function partOf(source: Readable, range: ByteRange): Readable {
  const part = Readable.from(slicesOf(source, range), { objectMode: false })
  return part.once("close", () => source.destroy())
}

async function* slicesOf(source: Readable, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const slice = chunk.subarray(Math.max(start - at, 0), Math.max(end + 1 - at, 0))
    at += chunk.length
    if (slice.length > 0) yield slice
    if (at > end) return
  }
}
