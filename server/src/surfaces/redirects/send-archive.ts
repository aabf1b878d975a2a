import type { FastifyReply } from "fastify"
import type { App } from "#access/perform.ts"
import type { DeliveryArchive } from "#domains/handover/index.ts"
import type { HttpCall } from "../transport/http-call.ts"
import { archiveNames } from "./archive-names.ts"
import { attachment } from "./disposition.ts"
import { zipOf } from "./zip.ts"

/** Sends the length first, so that a client detects a cut-off zip. Before each file, checks the purchase again. */
export async function sendArchive(
  { blobs, log }: Pick<App, "blobs" | "log">,
  { title, boughtAt, files, isStillOpen }: DeliveryArchive,
  { request, reply }: HttpCall,
): Promise<FastifyReply> {
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
  reply.headers({
    "accept-ranges": "none",
    "cache-control": "private, no-store",
    "content-disposition": attachment(`${title}.zip`),
    "content-length": sizeBytes,
    "content-security-policy": "sandbox; default-src 'none'",
    "content-type": "application/zip",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
  })
  if (request.method === "HEAD") {
    stream.destroy()
    return reply.send()
  }
  stream.once("error", (error) => log.warn({ error: String(error) }, "A zip of bought files ended early."))
  // Fastify destroys the stream when the client disconnects, which closes the open file.
  return reply.send(stream)
}
