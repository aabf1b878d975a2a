import type { Context, Outside, Reading } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { hashSecret, newSecret } from "#kernel/secret.ts"
import { type DriveDownload, fileAddressEnded, toDownload } from "../files/index.ts"
import { beginShareDownload, findShareDownload } from "./share-download-store.ts"
import { findOpened, findSharedFile } from "./share-link.ts"
import { findShareLink } from "./share-link-store.ts"
import { readSharedAddress } from "./shared-address.ts"

/** Who follows an address. */
export interface Follower {
  /** What their browser was given with its first counted download. */
  secret: string | undefined
  /** Whether they read the file, and do not only ask about it. */
  isReading: boolean
}

/** A file, and what the browser shows from now on to go on with it; undefined where it need not. */
export type SharedDownload = DriveDownload & { secret: string | undefined }

/**
 * The file behind the last part of an address that a share link gave; undefined when it is not one of those. Whether
 * the link still opens the file is asked anew at each request, so that revoking it ends its addresses. Its count is
 * not: what was begun may be finished, by the browser that began it.
 *
 * @throws ServiceError `not_found` when the address opens nothing any more, `conflict` for another browser.
 */
export async function findSharedDownload(
  cx: Context,
  address: string,
  follower: Follower,
): Promise<SharedDownload | undefined> {
  const signed = readSharedAddress(cx, address)
  if (signed === undefined) return undefined
  if (signed === "ended") throw fileAddressEnded()
  const file = await findFileOf(cx, signed)
  const secret = signed.downloadId === undefined ? undefined : await begin(cx, signed.downloadId, follower)
  return { ...toDownload(file, signed.isPreview), secret }
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

/** Gives the download to whoever reads it first. */
async function begin(cx: Context, id: string, { secret, isReading }: Follower): Promise<string | undefined> {
  const download = await findShareDownload(cx, id)
  if (!download) throw fileAddressEnded()
  if (secret !== undefined && hashSecret(secret) === download.browser_hash) return secret
  if (download.browser_hash !== null) throw begunElsewhere()
  if (!isReading) return undefined
  const own = secret ?? newSecret("download")
  if (!(await cx.atomically((cx) => beginShareDownload(cx, id, hashSecret(own))))) throw begunElsewhere()
  return own
}

const begunElsewhere = () =>
  new ServiceError("conflict", "This download was begun in another browser.", {
    hint: "Download the file from its share link: that counts once more. Whoever sent it to you can make a new link.",
  })
