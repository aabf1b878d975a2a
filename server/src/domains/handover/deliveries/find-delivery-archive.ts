import type { Outside, Reading } from "#access/context.ts"
import { listFilesById } from "#domains/drive/index.ts"
import { readSnapshot } from "../offers/index.ts"
import { type DeliveryRow, findDelivery } from "./delivery-store.ts"
import { continuationOf, type FileAddress, isGenuine, isInTime, readFileAddress } from "./file-address.ts"
import type { Begun, DeliveryFile } from "./get-delivery-file.ts"
import { isDelivered } from "./open-delivery.ts"

/** The file key in the address of all files together. No real key is this short. */
export const allFiles = "all"

export interface DeliveryArchive extends Begun {
  title: string
  boughtAt: number
  /** The files in the offer's order. The seller chose the names, so two may be the same. */
  files: Pick<DeliveryFile, "blobKey" | "name" | "sizeBytes" | "sha256">[]
  /** Whether the purchase still delivers. A refund or a revocation stops a running download at its next file. */
  isStillOpen(): Promise<boolean>
}

/** Finds all bought files by the last part of their address, with the same checks as for one file. */
export async function findDeliveryArchive(
  cx: Reading & Pick<Outside, "keyring">,
  text: string,
  proofs: readonly string[] = [],
): Promise<DeliveryArchive | undefined> {
  const address = readFileAddress(text)
  if (address?.fileKey !== allFiles) return undefined
  const purchase = await findOpen(cx, address)
  if (!purchase || !isInTime(cx, address, proofs)) return undefined
  const { title, files: bought } = readSnapshot(purchase.snapshot)
  const ids = bought.map(({ fileId }) => fileId)
  const stored = new Map((await listFilesById(cx, purchase.workspace_id, ids)).map((file) => [file.id, file]))
  return {
    purchase,
    continuation: continuationOf(cx, address),
    title,
    boughtAt: purchase.created_at,
    files: bought.flatMap(({ fileId, name }) => {
      const file = stored.get(fileId)
      return file ? [{ blobKey: file.blob_key, name, sizeBytes: file.size_bytes, sha256: file.sha256 }] : []
    }),
    isStillOpen: async () => (await findOpen(cx, address)) !== undefined,
  }
}

async function findOpen(
  cx: Reading & Pick<Outside, "keyring">,
  address: FileAddress,
): Promise<DeliveryRow | undefined> {
  const purchase = await findDelivery(cx, address.purchaseId)
  return purchase && isGenuine(cx, address, purchase) && isDelivered(purchase) ? purchase : undefined
}
