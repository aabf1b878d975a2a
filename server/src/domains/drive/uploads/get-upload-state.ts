import { z } from "zod"
import { publicAction } from "#access/action.ts"
import type { Outside, Reading } from "#access/context.ts"
import { noSuchUpload, uploadEnded } from "../files/index.ts"
import { token } from "./receive-file.ts"
import { dropUpload } from "./upload.ts"
import { getGenuineLink } from "./upload-link.ts"
import { findUpload, type UploadRow } from "./upload-store.ts"

export const uploadId = z.string().max(64).describe("The upload's id.")

/** How far a resumable upload has come. */
export const getUploadState = publicAction({
  input: z.object({ token, uploadId }),
  output: z.object({ offsetBytes: z.int(), lengthBytes: z.int(), expiresAt: z.int() }),
  async run(cx, { token, uploadId }) {
    const upload = await getLinkUpload(cx, token, uploadId)
    return {
      offsetBytes: upload.offset_bytes,
      lengthBytes: upload.length_bytes ?? 0,
      expiresAt: upload.expires_at,
    }
  },
})

/** Gives a resumable upload up. One that is finished stays what it is. */
export const cancelUpload = publicAction({
  input: z.object({ token, uploadId }),
  output: z.object({}),
  async run(cx, { token, uploadId }) {
    const upload = await getLinkUpload(cx, token, uploadId)
    if (upload.state === "open") await dropUpload(cx, upload)
    return {}
  },
})

/** A resumable upload that was begun through the link of this token. */
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
