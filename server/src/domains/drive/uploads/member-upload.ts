import { z } from "zod"
import type { Member, Reading } from "#access/context.ts"
import { findFileOfBlob, noSuchUpload, uploadEnded } from "../files/index.ts"
import { findUpload, type UploadRow } from "./upload-store.ts"

/**
 * Finds a resumable upload that this member began in this workspace.
 *
 * @throws ServiceError `not_found`; 410 when it was cancelled.
 */
export async function getMemberUpload(cx: Reading & Member, id: string): Promise<UploadRow> {
  const upload = await findUpload(cx, id)
  const isOwn = upload?.workspace_id === cx.workspaceId && upload.account_id === cx.accountId
  if (!upload || !isOwn || upload.upload_link_id !== null || upload.length_bytes === null) throw noSuchUpload()
  if (upload.state === "dropped") throw uploadEnded()
  return upload
}

/** The progress of a member's upload. */
export const memberUploadState = z.object({
  offsetBytes: z.int(),
  expiresAt: z.int(),
  fileId: z.string().nullable().describe("The finished upload's file; null until then."),
})

export async function fileIdOf(cx: Reading, upload: UploadRow): Promise<string | null> {
  return (await findFileOfBlob(cx, upload.blob_key))?.id ?? null
}
