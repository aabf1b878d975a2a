import type { Outside } from "#access/context.ts"
import { hasEnded } from "#kernel/has-ended.ts"
import type { Purpose } from "#kernel/keyring.ts"

/** How long an address is valid. A preview needs longer, because a player requests part after part. */
export const addressMs = { download: 5 * 60_000, preview: 60 * 60_000 } as const

/** A kind of signed addresses: the shape of their parts (joined by points), and the purposes of their MACs. */
export interface AddressKind {
  shape: RegExp
  purposes: Record<keyof typeof addressMs, Purpose>
}

interface Signed {
  parts: string[]
  /** Epoch milliseconds. */
  expiresAt: number
  /** A page shows it, instead of saving it. */
  isPreview: boolean
}

const useOf = (isPreview: boolean) => (isPreview ? "preview" : "download")

/** Makes an address on the files' host. Its MAC covers all parts. */
export function signAddress(
  cx: Pick<Outside, "addresses" | "keyring">,
  { purposes }: AddressKind,
  { parts, expiresAt, isPreview }: Signed,
): string {
  const text = [...parts, expiresAt.toString(36)].join(".")
  return `${cx.addresses.files}/${text}.${cx.keyring.mac(purposes[useOf(isPreview)], text)}`
}

/** "ended" when it has expired or is not genuine, undefined when it is of another kind. */
export function readAddress(
  cx: Pick<Outside, "keyring"> & { now(): number },
  { shape, purposes }: AddressKind,
  address: string,
): Signed | "ended" | undefined {
  const [, text = "", parts = "", expiry = "", mac = ""] = /^((.+)\.([0-9a-z]{1,10}))\.([\w-]{43})$/.exec(address) ?? []
  if (!shape.test(parts)) return undefined
  const isPreview = cx.keyring.verify(purposes.preview, text, mac)
  const isGenuine = isPreview || cx.keyring.verify(purposes.download, text, mac)
  const expiresAt = Number.parseInt(expiry, 36)
  if (!isGenuine || hasEnded(cx.now(), expiresAt, addressMs[useOf(isPreview)])) return "ended"
  return { parts: parts.split("."), expiresAt, isPreview }
}
