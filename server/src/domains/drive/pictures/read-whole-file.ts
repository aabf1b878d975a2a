import type { Context, Member } from "#access/context.ts"
import { maxPictureBytes } from "#adapters/images/port.ts"
import { invalidInput, notFound } from "#kernel/error.ts"
import { findFile } from "../files/index.ts"

/** @throws ServiceError 404 for a file that is missing or in the trash; 400, for the field `fileId`, above 25 MB. */
export async function readWholeFile(cx: Context & Member, id: string): Promise<Buffer> {
  const file = await findFile(cx, cx.workspaceId, id)
  if (!file || file.deleted_at !== null) throw noSuchFile()
  if (file.size_bytes > maxPictureBytes) throw tooLarge()
  const chunks: Buffer[] = []
  for await (const chunk of await cx.blobs.read(file.blob_key)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const noSuchFile = () => notFound("File not found.", "Upload the file first.")

const tooLarge = () => invalidInput("The image is larger than 25 MB.", "Choose a smaller one.", "fileId")
