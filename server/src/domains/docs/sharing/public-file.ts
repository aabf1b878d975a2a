import type { Outside, Reading } from "#access/context.ts"
import {
  type AddressKind,
  type AddressUse,
  addressMs,
  type DriveDownload,
  fileAddressEnded,
  findFile,
  readAddress,
  signAddress,
  toDownload,
} from "#domains/drive/index.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { prepareBody } from "./prepare-body.ts"
import { findPublicDoc, type PublicRow } from "./public-doc-store.ts"

/** Addresses of files that a public doc embeds: the doc's key, and the file's id. */
const ofPublicDoc: AddressKind = {
  shape: /^[a-z0-9]{24}\.file_\w{1,64}$/,
  purposes: { download: "doc-file-address", preview: "doc-file-preview", picture: "doc-file-picture" },
}

const steadyMs = 10 * minuteMs

export function signPublicFile(
  cx: Pick<Outside, "addresses" | "keyring"> & { now(): number },
  { key, fileId, use }: { key: string; fileId: string; use: AddressUse },
): string {
  // The address stays the same for ten minutes, so that cached pages keep working.
  const from = use === "download" ? cx.now() : cx.now() - (cx.now() % steadyMs)
  const expiresAt = from + addressMs[use]
  return signAddress(cx, ofPublicDoc, { parts: [key, fileId], expiresAt, use })
}

export async function findEmbedded(cx: Reading, doc: PublicRow, fileId: string) {
  if (!(await prepareBody(cx, doc)).fileIds.has(fileId)) return undefined
  const file = await findFile(cx, doc.workspace_id, fileId)
  return file?.deleted_at === null ? file : undefined
}

/**
 * Checks on each request that the doc is public under that key and embeds the file. Returns undefined for another kind
 * of address. @throws ServiceError `not_found` when the address has ended.
 */
export async function findPublicDownload(
  cx: Reading & Pick<Outside, "keyring">,
  address: string,
): Promise<DriveDownload | undefined> {
  const signed = readAddress(cx, ofPublicDoc, address)
  if (signed === undefined) return undefined
  if (signed === "ended") throw fileAddressEnded()
  const [key = "", fileId = ""] = signed.parts
  const doc = await findPublicDoc(cx, key)
  const file = doc && (await findEmbedded(cx, doc, fileId))
  if (!file) throw fileAddressEnded()
  return { ...toDownload(file, signed.use), isBare: true }
}
