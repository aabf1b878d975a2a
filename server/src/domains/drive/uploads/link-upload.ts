import { z } from "zod"
import type { Outside, Reading } from "#access/context.ts"
import { noSuchUpload, uploadEnded } from "../files/index.ts"
import { getGenuineLink } from "../upload-links/index.ts"
import { findUpload, type UploadRow } from "./upload-store.ts"

export const uploadId = z.string().max(64).describe("The upload's id.")

/** Finds a resumable upload that was started through the link with this token. */
export async function getLinkUpload(
  cx: Reading & Pick<Outside, "keyring">,
  token: string,
  uploadId: string,
): Promise<UploadRow> {
  const link = await getGenuineLink(cx, token)
  const upload = await findUpload(cx, uploadId)
  if (!upload || upload.upload_link_id !== link.id || upload.length_bytes === null) throw noSuchUpload()
  if (upload.state === "dropped") throw uploadEnded()
  return upload
}
