import type { Outside } from "#access/context.ts"
import { type AddressKind, readAddress, signAddress } from "../signed-address.ts"

/** What a signed address is for: a file that a link opens, until a moment, to be saved or to be shown. */
interface Signed {
  linkId: string
  fileId: string
  /** Epoch milliseconds. */
  expiresAt: number
  isPreview: boolean
}

const ofShare: AddressKind = {
  shape: /^share_link_\w{1,64}\.\w{1,64}$/,
  purposes: { download: "shared-file-address", preview: "shared-file-preview" },
}

/** The address of a shared file. */
export function signSharedAddress(
  cx: Pick<Outside, "addresses" | "keyring">,
  { linkId, fileId, ...rest }: Signed,
): string {
  return signAddress(cx, ofShare, { parts: [linkId, fileId], ...rest })
}

/** What such an address says, as `readAddress` answers. */
export function readSharedAddress(
  cx: Pick<Outside, "keyring"> & { now(): number },
  address: string,
): Signed | "ended" | undefined {
  const read = readAddress(cx, ofShare, address)
  if (read === undefined || read === "ended") return read
  const { parts, ...rest } = read
  const [linkId = "", fileId = ""] = parts
  return { linkId, fileId, ...rest }
}
