import type { Outside } from "#access/context.ts"
import { dayMs } from "#kernel/time/units.ts"
import { type AddressKind, type AddressUse, readAddress, signAddress } from "../signed-address.ts"

interface Signed {
  linkId: string
  fileId: string
  /** The counted download; undefined when the link's downloads are not limited. */
  downloadId?: string | undefined
  /** Epoch milliseconds. */
  expiresAt: number
  use: AddressUse
}

/** How long the browser that began a counted download may continue it. */
export const continuedMs = dayMs

const ofShare: AddressKind = {
  shape: /^share_link_\w{1,64}\.\w{1,64}(\.share_download_\w{1,64})?$/,
  purposes: { download: "shared-file-address", preview: "shared-file-preview", picture: "shared-file-picture" },
  continuedMs,
}

export function signSharedAddress(
  cx: Pick<Outside, "addresses" | "keyring">,
  { linkId, fileId, downloadId, ...rest }: Signed,
): string {
  return signAddress(cx, ofShare, {
    parts: downloadId === undefined ? [linkId, fileId] : [linkId, fileId, downloadId],
    ...rest,
  })
}

export function readSharedAddress(
  cx: Pick<Outside, "keyring"> & { now(): number },
  address: string,
): (Signed & { isLate: boolean }) | "ended" | undefined {
  const read = readAddress(cx, ofShare, address)
  if (read === undefined || read === "ended") return read
  const { parts, ...rest } = read
  const [linkId = "", fileId = "", downloadId] = parts
  return { linkId, fileId, downloadId, ...rest }
}
