import type { Outside, Reading } from "#access/context.ts"
import { findFile } from "#domains/drive/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { hasEnded } from "#kernel/has-ended.ts"
import { readSnapshot } from "../offers/index.ts"
import { findDelivery } from "./delivery-store.ts"
import { fileAddressMs, isGenuine, readFileAddress } from "./file-address.ts"
import { isDelivered } from "./open-delivery.ts"

/** One bought file, for the surface that serves it. */
export interface DeliveryFile {
  /** For the blob store only: never shown. */
  blobKey: string
  name: string
  contentType: string
  sizeBytes: number
  /** Of the bytes, lower-case hexadecimal; a strong entity tag. */
  sha256: string
}

/**
 * The file behind the last part of a file's address. Everything is checked anew at each download: signature,
 * generation, time, and that the purchase still delivers, so that a refund ends addresses that are still young.
 *
 * @throws ServiceError `not_found`, the same for every address that opens nothing.
 */
export async function getDeliveryFile(cx: Reading & Pick<Outside, "keyring">, text: string): Promise<DeliveryFile> {
  const address = readFileAddress(text)
  const purchase = address && (await findDelivery(cx, address.purchaseId))
  if (!purchase || !isGenuine(cx, address, purchase) || !isDelivered(purchase)) throw addressEnded()
  if (hasEnded(cx.now(), address.expiresAt, fileAddressMs)) throw addressEnded()
  const bought = readSnapshot(purchase.snapshot).files.find((file) => file.key === address.fileKey)
  const file = bought && (await findFile(cx, purchase.workspace_id, bought.fileId))
  if (!file) throw addressEnded()
  return {
    blobKey: file.blob_key,
    name: bought.name,
    contentType: file.content_type,
    sizeBytes: file.size_bytes,
    sha256: file.sha256,
  }
}

const addressEnded = () =>
  new ServiceError("not_found", "This file address does not open anything, or no longer does.", {
    hint: "File addresses last five minutes: open the delivery page again for a fresh one.",
  })
