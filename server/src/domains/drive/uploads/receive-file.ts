import { Readable } from "node:stream"
import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { type FileRow, fileName } from "../files/index.ts"
import { checkLink, getGenuineLink, token, type UploadLinkRow } from "../upload-links/index.ts"
import { storeFile } from "./store-file.ts"
import type { Destination } from "./upload.ts"

export const contentType = z
  .string()
  .max(200)
  .default("")
  .describe("The file's media type; left out, the file's name and bytes tell it.")
export const lengthBytes = z.int().min(0).describe("The file's size in bytes.")

/** The answer to a sender; it contains only what they sent. */
export const received = z.object({
  name: z.string().describe("The name it has now: a number is added where the name was taken."),
  sizeBytes: z.int(),
  sha256: z.string().describe("Of the bytes that arrived, lower-case hexadecimal."),
})

/** Receives a whole file through an upload link. */
export const receiveFile = publicAction({
  input: z.object({
    token,
    name: fileName,
    contentType,
    lengthBytes: lengthBytes.optional(),
    bytes: z.instanceof(Readable),
  }),
  output: received,
  async run(cx, { token, ...file }) {
    const link = await getGenuineLink(cx, token)
    await checkLink(cx, link)
    return toReceived(await storeFile(cx, destinationOf(link), { ...file, maxBytes: link.max_file_bytes }))
  },
})

export function destinationOf(link: UploadLinkRow): Destination {
  return { workspaceId: link.workspace_id, folderId: link.folder_id, accountId: null, uploadLinkId: link.id }
}

function toReceived({ name, size_bytes, sha256 }: FileRow): z.output<typeof received> {
  return { name, sizeBytes: size_bytes, sha256 }
}
