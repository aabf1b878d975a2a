import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { fileName, fileTooLarge, maxFileBytes } from "../files/index.ts"
import { finishUpload } from "./finish-upload.ts"
import { contentType, lengthBytes } from "./receive-file.ts"
import { openUpload } from "./upload.ts"

/** Begins a member's resumable upload; the bytes come with `continueMemberUpload`. Members may. */
export const beginMemberUpload = workspaceAction("member", "console", {
  input: z.object({
    name: fileName,
    contentType,
    lengthBytes,
    folderId: idInput.nullable().default(null).describe("The target folder; null for the top of the drive."),
  }),
  output: z.object({
    uploadId: z.string(),
    expiresAt: z.int().describe("When it is given up unless more bytes come. Epoch milliseconds."),
  }),
  async run(cx, { folderId, ...file }) {
    if (file.lengthBytes > maxFileBytes) throw fileTooLarge(maxFileBytes)
    const to = { workspaceId: cx.workspaceId, folderId, accountId: cx.accountId, uploadLinkId: null }
    const { admission } = cx
    const upload = await cx.atomically((cx) => openUpload(cx, to, { ...file, admission }))
    if (file.lengthBytes === 0) await finishUpload(cx, { uploadId: upload.id })
    return { uploadId: upload.id, expiresAt: upload.expires_at }
  },
})
