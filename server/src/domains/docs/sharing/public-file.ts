import type { Outside, Reading } from "#access/context.ts"
import {
  type AddressKind,
  addressMs,
  type DriveDownload,
  fileAddressEnded,
  findFile,
  readAddress,
  signAddress,
  toDownload,
} from "#domains/drive/index.ts"
import { prepareBody } from "./prepare-body.ts"
import { findPublicDoc, type PublicRow } from "./public-doc-store.ts"

/** The addresses of what a public doc embeds: its key, and the file. */
const ofPublicDoc: AddressKind = {
  shape: /^[a-z0-9]{24}\.file_\w{1,64}$/,
  purposes: { download: "doc-file-address", preview: "doc-file-preview" },
}

const steadyMs = 10 * 60_000

/** The address of a file that a public doc embeds, to be saved or to be shown. */
export function signPublicFile(
  cx: Pick<Outside, "addresses" | "keyring"> & { now(): number },
  { key, fileId, isPreview }: { key: string; fileId: string; isPreview: boolean },
): string {
  // The same address for ten minutes, so that a page that was drawn with it stays good.
  const from = isPreview ? cx.now() - (cx.now() % steadyMs) : cx.now()
  const expiresAt = from + addressMs[isPreview ? "preview" : "download"]
  return signAddress(cx, ofPublicDoc, { parts: [key, fileId], expiresAt, isPreview })
}

/** A file outside the trash that a public doc embeds now. */
export async function findEmbedded(cx: Reading, doc: PublicRow, fileId: string) {
  if (!(await prepareBody(cx, doc)).fileIds.has(fileId)) return undefined
  const file = await findFile(cx, doc.workspace_id, fileId)
  return file?.deleted_at === null ? file : undefined
}

/**
 * The file behind the last part of an address that a public doc gave; undefined when it is not one of those. Whether
 * the doc is still public under that key and still embeds the file is asked anew at each request, so that ending the
 * link ends its addresses.
 *
 * @throws ServiceError `not_found` when the address opens nothing any more.
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
  return toDownload(file, signed.isPreview)
}
