import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import type { Context } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import { limited } from "#kernel/bounds/limited.ts"
import { conflict } from "#kernel/error.ts"
import { takesPicture } from "../browse/index.ts"
import { type FileRow, fileTooLarge, findFileOfBlob, pictureKeyOf, setPicture, uploadEnded } from "../files/index.ts"
import { lockSender, noRoom, reserve } from "./upload.ts"
import type { UploadRow } from "./upload-store.ts"

const maxBytes = 1_000_000
const longestSide = 1_600

/**
 * Re-encodes the picture that the sender's browser made of a file, and stores it beside the file. A repeated request
 * changes nothing, nor does one for a file that pages show as it is. @throws ServiceError 409 before its last byte.
 */
export async function keepPicture(cx: Context, upload: UploadRow, source: Readable): Promise<void> {
  await cx.atomically((cx) => lockSender(cx, upload))
  const file = await getFileFor(cx, upload)
  if (!takesPicture(file)) return
  const sent = await buffer(limited(source, maxBytes, () => fileTooLarge(maxBytes)))
  const accountId = upload.account_id ?? upload.upload_link_id ?? ""
  const { bytes } = await cx.images.remake(sent, { longestSide, format: "webp", accountId })
  const key = pictureKeyOf(file.blob_key)
  if ((await getFileFor(cx, upload)).picture_sha256 !== null) return
  await cx.blobs.write(key, Readable.from([bytes]), bytes.byteLength)
  await commitPicture(cx, upload, { file, bytes })
}

async function getFileFor(cx: Context, upload: UploadRow): Promise<FileRow> {
  const file = await findFileOfBlob(cx, upload.blob_key)
  if (!file) throw notComplete()
  if (file.deleted_at !== null) throw uploadEnded()
  return file
}

/** Reserves room and records the picture. The file's removal removes the stored bytes, recorded or not. */
function commitPicture(
  { admission, ...cx }: Context,
  upload: UploadRow,
  { file, bytes }: { file: FileRow; bytes: Uint8Array },
): Promise<void> {
  const sha256 = createHash("sha256").update(bytes).digest("hex")
  const { workspace_id: workspaceId, account_id: accountId } = upload
  return cx.atomically(async (cx) => {
    await lockSender(cx, upload)
    if (!(await setPicture(cx, file, { bytes: bytes.byteLength, sha256 }))) return
    const full = await reserve(cx, { admission, workspaceId, bytes: bytes.byteLength })
    if (full) throw noRoom(full, { accountId, admission })
    noteChange(cx, { workspaceId, kind: "drive" })
  })
}

const notComplete = () =>
  conflict("The file of this picture is not complete.", "Send the file's last byte first, then the picture.")
