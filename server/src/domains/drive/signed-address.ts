import type { Outside } from "#access/context.ts"
import { hasEnded } from "#kernel/has-ended.ts"
import type { Purpose } from "#kernel/keyring.ts"
import { hourMs, minuteMs } from "#kernel/time/units.ts"

/** How long an address is valid. A preview needs longer, because a player requests part after part. */
export const addressMs = { download: 5 * minuteMs, preview: hourMs, picture: hourMs } as const

/** A file is saved; a page shows it; or a page shows the picture that its sender's browser made of it. */
export type AddressUse = keyof typeof addressMs

/** A kind of signed addresses: the shape of their parts (joined by points), and the purposes of their MACs. */
export interface AddressKind {
  shape: RegExp
  purposes: Record<AddressUse, Purpose>
  /** How long after its end a download's address is read, for those who began the download in time. */
  continuedMs?: number
}

interface Signed {
  parts: string[]
  /** Epoch milliseconds. */
  expiresAt: number
  use: AddressUse
}

/** Makes an address on the files' host. Its MAC covers all parts. */
export function signAddress(
  cx: Pick<Outside, "addresses" | "keyring">,
  { purposes }: AddressKind,
  { parts, expiresAt, use }: Signed,
): string {
  const text = [...parts, expiresAt.toString(36)].join(".")
  return `${cx.addresses.files}/${text}.${cx.keyring.mac(purposes[use], text)}`
}

/**
 * "ended" when it has expired or is not genuine, undefined when it is of another kind. `isLate`: only a download that was
 * begun before may continue.
 */
export function readAddress(
  cx: Pick<Outside, "keyring"> & { now(): number },
  { shape, purposes, continuedMs = 0 }: AddressKind,
  address: string,
): (Signed & { isLate: boolean }) | "ended" | undefined {
  const [, text = "", parts = "", expiry = "", mac = ""] = /^((.+)\.([0-9a-z]{1,10}))\.([\w-]{43})$/.exec(address) ?? []
  if (!shape.test(parts)) return undefined
  const use = uses.find((use) => cx.keyring.verify(purposes[use], text, mac))
  const expiresAt = Number.parseInt(expiry, 36)
  if (use === undefined) return "ended"
  const validMs = addressMs[use]
  const moreMs = use === "download" ? continuedMs : 0
  const isLate = hasEnded(cx.now(), expiresAt, validMs)
  if (isLate && hasEnded(cx.now(), expiresAt + moreMs, validMs + moreMs)) return "ended"
  return { parts: parts.split("."), expiresAt, use, isLate }
}

const uses = Object.keys(addressMs) as AddressUse[]
