import type { Outside, Reading } from "#access/context.ts"
import { hasEnded } from "#kernel/has-ended.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import type { Delivery } from "./delivery.ts"

/** How long a download may be started from a file's address. */
export const fileAddressMs = 5 * minuteMs

/** The parts of an address. Do not trust them before `isGenuine` has checked them. */
export interface FileAddress {
  purchaseId: string
  fileKey: string
  expiresAt: number
  mac: string
}

/** Makes a short-lived address of one bought file. The MAC covers the delivery's generation, so revoking ends it. */
export function fileUrl(
  cx: Pick<Outside, "addresses" | "keyring">,
  purchase: Delivery,
  { fileKey, expiresAt }: { fileKey: string; expiresAt: number },
): string {
  const mac = cx.keyring.mac("file-address", addressText(purchase, fileKey, expiresAt))
  return `${cx.addresses.files}/${purchase.id}.${fileKey}.${expiresAt.toString(36)}.${mac}`
}

/** Reads the last part of a file's address. Undefined for text that `fileUrl` cannot have made. */
export function readFileAddress(text: string): FileAddress | undefined {
  const match = /^(\w{1,64})\.(\w{1,64})\.([0-9a-z]{1,10})\.([\w-]{43})$/.exec(text)
  if (!match) return undefined
  const [, purchaseId = "", fileKey = "", expiry = "", mac = ""] = match
  return { purchaseId, fileKey, expiresAt: Number.parseInt(expiry, 36), mac }
}

/** Whether we made this address for this purchase in its present generation. Does not check the time. */
export function isGenuine(cx: Pick<Outside, "keyring">, address: FileAddress, purchase: Delivery): boolean {
  const text = addressText(purchase, address.fileKey, address.expiresAt)
  return address.purchaseId === purchase.id && cx.keyring.verify("file-address", text, address.mac)
}

/** How long the browser that began a download may continue it. */
const continuedMs = dayMs

/** Proves that a browser began a download by this address in time. */
export function continuationOf({ keyring }: Pick<Outside, "keyring">, { mac }: FileAddress): string {
  return keyring.mac("continued-download", mac)
}

/** Whether an address opens its file now. `proofs` are the continuations that the browser has. */
export function isInTime(
  cx: Reading & Pick<Outside, "keyring">,
  { mac, expiresAt }: FileAddress,
  proofs: readonly string[],
): boolean {
  if (!hasEnded(cx.now(), expiresAt, fileAddressMs)) return true
  if (hasEnded(cx.now(), expiresAt + continuedMs, fileAddressMs + continuedMs)) return false
  return proofs.some((proof) => cx.keyring.verify("continued-download", mac, proof))
}

const addressText = (purchase: Delivery, fileKey: string, expiresAt: number) =>
  `${purchase.id}:${purchase.delivery_generation}:${fileKey}:${expiresAt}`
