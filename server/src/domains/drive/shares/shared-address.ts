import type { Outside } from "#access/context.ts"
import { type AddressKind, readAddress, signAddress } from "../signed-address.ts"

interface Signed {
  linkId: string
  fileId: string
  /** The counted download; undefined when the link's downloads are not limited. */
  downloadId?: string | undefined
  /** Epoch milliseconds. */
  expiresAt: number
  isPreview: boolean
}

const ofShare: AddressKind = {
  shape: /^share_link_\w{1,64}\.\w{1,64}(\.share_download_\w{1,64})?$/,
  purposes: { download: "shared-file-address", preview: "shared-file-preview" },
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
): Signed | "ended" | undefined {
  const read = readAddress(cx, ofShare, address)
  if (read === undefined || read === "ended") return read
  const { parts, ...rest } = read
  const [linkId = "", fileId = "", downloadId] = parts
  return { linkId, fileId, downloadId, ...rest }
}
