import { z } from "zod"
import { publicAction } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { listFilesById } from "#domains/drive/index.ts"
import { logoPath } from "#kernel/addresses.ts"
import {
  findServedCover,
  offerCover,
  offerTerms,
  offerWords,
  type PurchaseSnapshot,
  readSnapshot,
  toCover,
} from "../offers/index.ts"
import { movesMoney } from "../payment-accounts/index.ts"
import type { DeliveryRow } from "./delivery-store.ts"
import { fileAddressMs, fileUrl } from "./file-address.ts"
import { allFiles } from "./find-delivery-archive.ts"
import { boughtAtOf, getOpenDelivery } from "./open-delivery.ts"

export const deliveryLinkInput = z.string().max(200).describe("The last part of the delivery page's address.")

const deliveredFile = z.object({
  key: z.string().describe("The file's public key, as in the offer."),
  name: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  url: z.url().describe("Where the file is fetched, with ranges; usable until `expiresAt`."),
  expiresAt: z.int().describe("Epoch milliseconds."),
})

/** Returns the files behind a delivery link, or throws `not_found` for every link that opens nothing. */
export const getDelivery = publicAction({
  input: z.object({ link: deliveryLinkInput }),
  output: z.object({
    ...offerWords,
    cover: offerCover.nullable().describe("The offer's picture now."),
    terms: offerTerms.describe("What was agreed on when it was bought."),
    sellerName: z.string(),
    sellerLogoPath: z.string().nullable().describe("Of the seller's picture, below the base address."),
    sellerContact: z.string().nullable().describe("Where the seller is reached: an e-mail or an HTTPS address."),
    isGift: z.boolean().describe("A gift code paid for all of it."),
    isTest: z.boolean().describe("No money moved: it was bought in the sandbox or in a processor's test mode."),
    amountCents: z.int().describe("What the buyer paid, in minor units of `currency`."),
    currency: z.string(),
    boughtAt: z.int().describe("Epoch milliseconds."),
    canSendReceipt: z.boolean().describe("There is an address that the receipt can be sent to."),
    files: z.array(deliveredFile),
    archive: z
      .object({ url: z.url(), expiresAt: z.int() })
      .nullable()
      .describe("Where all files are fetched as one zip; null where there is one file, or none."),
  }),
  async run(cx, { link }) {
    const purchase = await getOpenDelivery(cx, link)
    const { files: bought, terms, sellerName, sellerSlug, ...words } = readSnapshot(purchase.snapshot)
    const files = await deliveredFiles(cx, purchase, bought)
    const cover = await findServedCover(cx, { column: "covers.offer_id", id: purchase.offer_id })
    const expiresAt = cx.now() + fileAddressMs
    return {
      ...words,
      cover: cover ? toCover(cx, cover) : null,
      terms,
      sellerName,
      sellerLogoPath: purchase.seller_logo_key && logoPath(purchase.seller_logo_key),
      sellerContact: purchase.seller_contact,
      isGift: purchase.state === "comped",
      isTest: purchase.charged_cents > 0 && !(await movesMoney(cx, purchase.processor_account)),
      amountCents: purchase.charged_cents,
      currency: purchase.currency,
      boughtAt: boughtAtOf(purchase),
      canSendReceipt: purchase.buyer_email !== null,
      files,
      archive: files.length > 1 ? { url: fileUrl(cx, purchase, { fileKey: allFiles, expiresAt }), expiresAt } : null,
    }
  },
})

async function deliveredFiles(cx: Context, purchase: DeliveryRow, bought: PurchaseSnapshot["files"]) {
  const ids = bought.map((file) => file.fileId)
  const stored = new Map((await listFilesById(cx, purchase.workspace_id, ids)).map((file) => [file.id, file]))
  const expiresAt = cx.now() + fileAddressMs
  return bought.flatMap(({ key, fileId, name }) => {
    const file = stored.get(fileId)
    if (!file) {
      cx.log.error({ purchaseId: purchase.id, fileId }, "A file that was bought is not stored any more.")
      return []
    }
    const url = fileUrl(cx, purchase, { fileKey: key, expiresAt })
    return [{ key, name, contentType: file.content_type, sizeBytes: file.size_bytes, url, expiresAt }]
  })
}
