import type { Outside, Reading } from "#access/context.ts"
import { type DriveDownload, fileAddressEnded, toDownload } from "../files/index.ts"
import { findOpened, findSharedFile } from "./share-link.ts"
import { findShareLink } from "./share-link-store.ts"
import { readSharedAddress } from "./shared-address.ts"

/**
 * The file behind the last part of an address that a share link gave; undefined when it is not one of those. Whether
 * the link still opens the file is asked anew at each request, so that revoking it ends its addresses. Its count is
 * not: what was begun may be finished.
 *
 * @throws ServiceError `not_found` when the address opens nothing any more.
 */
export async function findSharedDownload(
  cx: Reading & Pick<Outside, "keyring">,
  address: string,
): Promise<DriveDownload | undefined> {
  const signed = readSharedAddress(cx, address)
  if (signed === undefined) return undefined
  if (signed === "ended") throw fileAddressEnded()
  const link = await findShareLink(cx, signed.linkId)
  const opened = link && (await findOpened(cx, link))
  const file = opened && (await findSharedFile(cx, opened, signed.fileId))
  if (!file) throw fileAddressEnded()
  return toDownload(file, signed.isPreview)
}
