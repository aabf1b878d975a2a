import type { Outside, Reading } from "#access/context.ts"
import { notFound } from "#kernel/error.ts"
import { opensDelivery, purchaseIdIn } from "./delivery.ts"
import { type DeliveryRow, findDelivery } from "./delivery-store.ts"

/** Finds the purchase that a link opens now. Every other link gets the same `not_found`, so that it reveals nothing. */
export async function getOpenDelivery(cx: Reading & Pick<Outside, "keyring">, link: string): Promise<DeliveryRow> {
  const purchase = await findDelivered(cx, link)
  if (!purchase || !isDelivered(purchase)) throw opensNothing()
  return purchase
}

/** As `getOpenDelivery`, even if the link opens nothing now. */
export async function findDelivered(
  cx: Reading & Pick<Outside, "keyring">,
  link: string,
): Promise<DeliveryRow | undefined> {
  const purchase = await findDelivery(cx, purchaseIdIn(link) ?? "")
  return purchase && opensDelivery(cx, link, purchase) ? purchase : undefined
}

/** Whether the files can be downloaded. Archived or suspended offers and workspaces in the trash still deliver. */
export function isDelivered(
  purchase: Pick<DeliveryRow, "state" | "delivery_revoked_at" | "workspace_suspended_at" | "workspace_emptied_at">,
): boolean {
  const isBought = purchase.state === "fulfilled" || purchase.state === "comped"
  const isOpen = purchase.workspace_suspended_at === null && purchase.workspace_emptied_at === null
  return isBought && purchase.delivery_revoked_at === null && isOpen
}

/** When it was paid, or given without a payment. */
export function boughtAtOf({ paid_at, created_at }: Pick<DeliveryRow, "paid_at" | "created_at">): number {
  return paid_at ?? created_at
}

const opensNothing = () =>
  notFound(
    "This delivery link is invalid or has expired.",
    "Use the latest link you were sent. A link ends when the purchase is refunded.",
  )
