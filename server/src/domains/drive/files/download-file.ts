import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Outside, Reading } from "#access/context.ts"
import { findMembership } from "#access/membership-store.ts"
import { notFound } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { type AddressUse, addressMs } from "../signed-address.ts"
import { noSuchFile } from "./drive-errors.ts"
import { readMemberFileAddress, signFileAddress } from "./file-address.ts"
import { type FileRow, findFile, pictureKeyOf } from "./file-store.ts"

export const downloadFile = workspaceAction("viewer", "console", {
  input: z.object({ id: idInput }),
  output: z.object({ url: z.string(), expiresAt: z.int().describe("Epoch milliseconds.") }),
  async run(cx, { id }) {
    const file = await findFile(cx, cx.workspaceId, id)
    if (!file || file.deleted_at !== null) throw noSuchFile()
    const { workspaceId, accountId } = cx
    const expiresAt = cx.now() + addressMs.download
    return { url: signFileAddress(cx, { fileId: id, workspaceId, accountId, expiresAt, use: "download" }), expiresAt }
  },
})

export interface DriveDownload {
  /** The file's key in the blob store. It is never shown. */
  blobKey: string
  name: string
  contentType: string
  sizeBytes: number
  /** SHA-256 of the bytes, lower-case hexadecimal; also the strong entity tag. */
  sha256: string
  /** A page shows it, instead of saving it. */
  isPreview: boolean
  /** Strangers see it as a picture, so its metadata is removed. */
  isBare?: boolean
}

/**
 * Finds the file of an address, undefined for other kinds. Each request checks that the member still is one and that
 * the file exists. @throws ServiceError `not_found` when the address has expired.
 */
export async function findDriveDownload(
  cx: Reading & Pick<Outside, "keyring">,
  address: string,
): Promise<DriveDownload | undefined> {
  const signed = readMemberFileAddress(cx, address)
  if (signed === undefined) return undefined
  if (signed === "ended") throw fileAddressEnded()
  const { fileId, workspaceId, accountId, use } = signed
  const membership = await findMembership(cx, accountId, { workspaceId })
  const file = membership && (await findFile(cx, membership.workspace_id, fileId))
  if (!file || file.deleted_at !== null) throw fileAddressEnded()
  return toDownload(file, use)
}

/** @throws ServiceError `not_found` for the picture of a file that has none. */
export function toDownload(file: FileRow, use: AddressUse): DriveDownload {
  const { blob_key, name, content_type, size_bytes, sha256, picture_bytes, picture_sha256 } = file
  if (use !== "picture") {
    const isPreview = use === "preview"
    return { blobKey: blob_key, name, contentType: content_type, sizeBytes: size_bytes, sha256, isPreview }
  }
  if (picture_bytes === null || picture_sha256 === null) throw fileAddressEnded()
  const picture = { blobKey: pictureKeyOf(blob_key), name: `${name}.webp`, contentType: "image/webp" }
  return { ...picture, sizeBytes: picture_bytes, sha256: picture_sha256, isPreview: true }
}

export const fileAddressEnded = () =>
  notFound("This download link is invalid or has expired.", "Go back to where you found it and download again.")
