import type { Outside } from "#access/context.ts"
import { hasEnded } from "#kernel/has-ended.ts"
import { addressMs } from "../files/index.ts"

/** What a signed address is for: a file that a link opens, until a moment, to be saved or to be shown. */
interface Signed {
  linkId: string
  fileId: string
  /** Epoch milliseconds. */
  expiresAt: number
  isPreview: boolean
}

/** The address of a shared file on the files' host. Nothing of it can be changed without breaking its MAC. */
export function signSharedAddress(cx: Pick<Outside, "addresses" | "keyring">, signed: Signed): string {
  const text = `${signed.linkId}.${signed.fileId}.${signed.expiresAt.toString(36)}`
  return `${cx.addresses.files}/${text}.${cx.keyring.mac(purposeOf(signed.isPreview), text)}`
}

/** What the last part of an address says; "ended" when it is over or not genuine, undefined when it is none of these. */
export function readSharedAddress(
  cx: Pick<Outside, "keyring"> & { now(): number },
  address: string,
): Signed | "ended" | undefined {
  const match = /^((share_link_\w{1,64})\.(\w{1,64})\.([0-9a-z]{1,10}))\.([\w-]{43})$/.exec(address)
  if (!match) return undefined
  const [, text = "", linkId = "", fileId = "", expiry = "", mac = ""] = match
  const isPreview = cx.keyring.verify(purposeOf(true), text, mac)
  const isGenuine = isPreview || cx.keyring.verify(purposeOf(false), text, mac)
  const expiresAt = Number.parseInt(expiry, 36)
  if (!isGenuine || hasEnded(cx.now(), expiresAt, addressMs[isPreview ? "preview" : "download"])) return "ended"
  return { linkId, fileId, expiresAt, isPreview }
}

const purposeOf = (isPreview: boolean) => (isPreview ? "shared-file-preview" : "shared-file-address")
