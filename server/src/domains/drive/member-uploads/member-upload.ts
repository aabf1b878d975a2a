import { z } from "zod"
import type { Member } from "#access/caller.ts"
import type { Reading } from "#access/context.ts"
import { findFileOfBlob, noSuchUpload, uploadEnded } from "../files/index.ts"
import { findUpload, type UploadRow } from "../uploads/index.ts"

/** A resumable upload that this member began in this workspace. */
export async function getMemberUpload(cx: Reading & Member, id: string): Promise<UploadRow> {
  const upload = await findUpload(cx, id)
  const isOwn = upload?.workspace_id === cx.workspaceId && upload.account_id === cx.accountId
  if (!upload || !isOwn || upload.upload_link_id !== null || upload.length_bytes === null) throw noSuchUpload()
  if (upload.state === "dropped") throw uploadEnded()
  return upload
}

/** What is told of how far a member's upload has come. */
export const memberUploadState = z.object({
  offsetBytes: z.int(),
  expiresAt: z.int(),
  fileId: z.string().nullable().describe("The file that the upload became; null before that."),
})

/** The id of the file that an upload became. */
export async function fileIdOf(cx: Reading, upload: UploadRow): Promise<string | null> {
  return (await findFileOfBlob(cx, upload.blob_key))?.id ?? null
}
