import type { Outside } from "#access/context.ts"
import type { Delivery } from "./delivery.ts"

/** How long a file's address may be used to start a download. */
export const fileAddressMs = 5 * 60_000

/** What a file's address says. Genuine only once `isGenuine` has seen it together with the purchase's generation. */
export interface FileAddress {
  purchaseId: string
  /** The offer file's id. */
  fileKey: string
  /** Epoch milliseconds. */
  expiresAt: number
  mac: string
}

/**
 * A short-lived address of one bought file: `{files}/<purchase id>.<file key>.<expiry>.<mac>`. The MAC covers the
 * delivery's generation as well, so that revoking ends it; where the bytes lie is not in it.
 */
export function fileUrl(
  cx: Pick<Outside, "addresses" | "keyring">,
  purchase: Delivery,
  { fileKey, expiresAt }: { fileKey: string; expiresAt: number },
): string {
  const mac = cx.keyring.mac("file-address", addressText(purchase, fileKey, expiresAt))
  return `${cx.addresses.files}/${purchase.id}.${fileKey}.${expiresAt.toString(36)}.${mac}`
}

/** Reads the last part of a file's address; undefined when `fileUrl` cannot have made it. */
export function readFileAddress(text: string): FileAddress | undefined {
  const match = /^(\w{1,64})\.(\w{1,64})\.([0-9a-z]{1,10})\.([\w-]{43})$/.exec(text)
  if (!match) return undefined
  const [, purchaseId = "", fileKey = "", expiry = "", mac = ""] = match
  return { purchaseId, fileKey, expiresAt: Number.parseInt(expiry, 36), mac }
}

/** Tells whether we gave this address for this purchase in its present generation. Does not look at the time. */
export function isGenuine(cx: Pick<Outside, "keyring">, address: FileAddress, purchase: Delivery): boolean {
  const text = addressText(purchase, address.fileKey, address.expiresAt)
  return address.purchaseId === purchase.id && cx.keyring.verify("file-address", text, address.mac)
}

const addressText = (purchase: Delivery, fileKey: string, expiresAt: number) =>
  `${purchase.id}:${purchase.delivery_generation}:${fileKey}:${expiresAt}`
