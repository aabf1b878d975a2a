import type { Context, Outside, Reading } from "#access/context.ts"
import { conflict } from "#kernel/error.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import { type DriveDownload, fileAddressEnded, toDownload } from "../files/index.ts"
import { beginShareDownload, findShareDownload } from "./share-download-store.ts"
import { findOpened, findSharedFile } from "./share-link.ts"
import { findShareLink } from "./share-link-store.ts"
import { readSharedAddress } from "./shared-address.ts"

export interface DownloadVisitor {
  /** The secret that the browser got with its first counted download. */
  secret: string | undefined
  /** False for a request that does not read the file, such as HEAD. */
  isReading: boolean
}

/** A file, and the secret with which the browser can continue; undefined where none is needed. */
export type SharedDownload = DriveDownload & { secret: string | undefined }

/**
 * Finds the file of an address, undefined for other kinds. Revoking the link ends its addresses. A browser may finish a
 * download that it began, for a day and whatever the count. @throws ServiceError `not_found`, or `conflict` for another browser.
 */
export async function findSharedDownload(
  cx: Context,
  address: string,
  follower: DownloadVisitor,
): Promise<SharedDownload | undefined> {
  const signed = readSharedAddress(cx, address)
  if (signed === undefined) return undefined
  if (signed === "ended" || (signed.isLate && signed.downloadId === undefined)) throw fileAddressEnded()
  const file = await findFileOf(cx, signed)
  const secret =
    signed.downloadId === undefined
      ? undefined
      : await begin(cx, signed.downloadId, { ...follower, isLate: signed.isLate })
  return { ...toDownload(file, signed.use), isBare: signed.use === "preview", secret }
}

async function findFileOf(cx: Reading & Pick<Outside, "keyring">, { linkId, fileId }: Named) {
  const link = await findShareLink(cx, linkId)
  const opened = link && (await findOpened(cx, link))
  const file = opened && (await findSharedFile(cx, opened, fileId))
  if (!file) throw fileAddressEnded()
  return file
}

interface Named {
  linkId: string
  fileId: string
}

async function begin(cx: Context, id: string, { secret, isReading, isLate }: DownloadVisitor & { isLate: boolean }) {
  const download = await findShareDownload(cx, id)
  if (!download) throw fileAddressEnded()
  if (secret !== undefined && hashSecret(secret) === download.browser_hash) return secret
  if (isLate) throw fileAddressEnded()
  if (download.browser_hash !== null) throw begunElsewhere()
  if (!isReading) return undefined
  const own = secret ?? newSecret("download")
  if (!(await cx.atomically((cx) => beginShareDownload(cx, download, hashSecret(own))))) throw begunElsewhere()
  return own
}

const begunElsewhere = () =>
  conflict(
    "This download was started in another browser.",
    "Download it from the share link again. This counts as another download.",
  )
