import type { Outside, Reading } from "#access/context.ts"
import { findFile } from "#domains/drive/index.ts"
import { notFound } from "#kernel/error.ts"
import { readSnapshot } from "../offers/index.ts"
import type { PurchaseKey } from "../purchases/index.ts"
import { findDelivery } from "./delivery-store.ts"
import { continuationOf, isGenuine, isInTime, readFileAddress } from "./file-address.ts"
import { isDelivered } from "./open-delivery.ts"

export interface DeliveryFile {
  /** The file's key in the blob store. It is never shown. */
  blobKey: string
  name: string
  contentType: string
  sizeBytes: number
  /** SHA-256 of the bytes, lower-case hexadecimal; also the strong entity tag. */
  sha256: string
}

/** A download of bought files. */
export interface Begun {
  purchase: PurchaseKey
  /** A proof with which the browser may continue the download after the address has expired. */
  continuation: string
}

/**
 * Finds the file for the last part of a file's address. Each download is checked again, so a refund ends addresses at
 * once. `proofs` are continuations. Throws `not_found`, the same for every address that is not valid.
 */
export async function getDeliveryFile(
  cx: Reading & Pick<Outside, "keyring">,
  text: string,
  proofs: readonly string[] = [],
): Promise<DeliveryFile & Begun> {
  const address = readFileAddress(text)
  const purchase = address && (await findDelivery(cx, address.purchaseId))
  if (!purchase || !isGenuine(cx, address, purchase) || !isDelivered(purchase)) throw addressEnded()
  if (!isInTime(cx, address, proofs)) throw addressEnded()
  const bought = readSnapshot(purchase.snapshot).files.find((file) => file.key === address.fileKey)
  const file = bought && (await findFile(cx, purchase.workspace_id, bought.fileId))
  if (!file) throw addressEnded()
  return {
    purchase,
    continuation: continuationOf(cx, address),
    blobKey: file.blob_key,
    name: bought.name,
    contentType: file.content_type,
    sizeBytes: file.size_bytes,
    sha256: file.sha256,
  }
}

const addressEnded = () =>
  notFound("This download link is invalid or has expired.", "Reopen the delivery page for a new link.")
