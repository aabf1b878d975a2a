import type { Outside, Reading } from "#access/context.ts"
import { findFile } from "#domains/drive/index.ts"
import { ServiceError } from "#kernel/error.ts"
import { hasEnded } from "#kernel/has-ended.ts"
import { readSnapshot } from "../offers/index.ts"
import type { PurchaseKey } from "../purchases/index.ts"
import { findDelivery } from "./delivery-store.ts"
import { fileAddressMs, isGenuine, readFileAddress } from "./file-address.ts"
import { isDelivered } from "./open-delivery.ts"

export interface DeliveryFile {
  /** For the blob store only; never shown. */
  blobKey: string
  name: string
  contentType: string
  sizeBytes: number
  /** SHA-256 of the bytes, lower-case hexadecimal; also the strong entity tag. */
  sha256: string
}

/**
 * Finds the file for the last part of a file's address. Each download is checked again, so a refund ends addresses at
 * once. Throws `not_found`, the same for every address that is not valid.
 */
export async function getDeliveryFile(
  cx: Reading & Pick<Outside, "keyring">,
  text: string,
): Promise<DeliveryFile & { purchase: PurchaseKey }> {
  const address = readFileAddress(text)
  const purchase = address && (await findDelivery(cx, address.purchaseId))
  if (!purchase || !isGenuine(cx, address, purchase) || !isDelivered(purchase)) throw addressEnded()
  if (hasEnded(cx.now(), address.expiresAt, fileAddressMs)) throw addressEnded()
  const bought = readSnapshot(purchase.snapshot).files.find((file) => file.key === address.fileKey)
  const file = bought && (await findFile(cx, purchase.workspace_id, bought.fileId))
  if (!file) throw addressEnded()
  return {
    purchase,
    blobKey: file.blob_key,
    name: bought.name,
    contentType: file.content_type,
    sizeBytes: file.size_bytes,
    sha256: file.sha256,
  }
}

const addressEnded = () =>
  new ServiceError("not_found", "This download link is invalid or has expired.", {
    hint: "Reopen the delivery page for a new link.",
  })
