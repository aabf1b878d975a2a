import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { fileName, fileTooLarge } from "../files/index.ts"
import { checkLink, getGenuineLink, sentFolders, token } from "../upload-links/index.ts"
import { finishUpload } from "./finish-upload.ts"
import { contentType, destinationOf, lengthBytes } from "./receive-file.ts"
import { openUpload } from "./upload.ts"

/** Starts a resumable upload through an upload link; `continueUpload` receives the bytes. */
export const beginUpload = publicAction({
  input: z.object({ token, name: fileName, contentType, lengthBytes, relativePath: sentFolders.default([]) }),
  output: z.object({
    uploadId: z.string(),
    expiresAt: z.int().describe("When it is given up unless more bytes come. Epoch milliseconds."),
  }),
  async run(cx, { token, relativePath: folders, ...file }) {
    const link = await getGenuineLink(cx, token)
    await checkLink(cx, link)
    if (file.lengthBytes > link.max_file_bytes) throw fileTooLarge(link.max_file_bytes)
    const { admission } = cx
    const upload = await cx.atomically((cx) => openUpload(cx, destinationOf(link), { ...file, folders, admission }))
    if (file.lengthBytes === 0) await finishUpload(cx, { uploadId: upload.id })
    return { uploadId: upload.id, expiresAt: upload.expires_at }
  },
})
