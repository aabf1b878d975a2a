import type { Outside, Reading } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { opensDelivery, purchaseIdIn } from "./delivery.ts"
import { type DeliveryRow, findDelivery } from "./delivery-store.ts"

/**
 * Finds the purchase that a delivery link opens now. The refusal is the same for every link that opens nothing (made
 * up, replaced, revoked, refunded, disputed), so that it reveals nothing.
 *
 * @throws ServiceError `not_found`.
 */
export async function getOpenDelivery(cx: Reading & Pick<Outside, "keyring">, link: string): Promise<DeliveryRow> {
  const purchase = await findDelivered(cx, link)
  if (!purchase || !isDelivered(purchase)) throw opensNothing()
  return purchase
}

/** Finds the purchase of its present delivery link, even if the link opens nothing now. */
export async function findDelivered(
  cx: Reading & Pick<Outside, "keyring">,
  link: string,
): Promise<DeliveryRow | undefined> {
  const purchase = await findDelivery(cx, purchaseIdIn(link) ?? "")
  return purchase && opensDelivery(cx, link, purchase) ? purchase : undefined
}

/**
 * Whether a purchase's files can be downloaded. An archived, changed or suspended offer still delivers, and so does a
 * workspace in the trash. A suspended or permanently deleted workspace delivers nothing.
 */
export function isDelivered(
  purchase: Pick<DeliveryRow, "state" | "delivery_revoked_at" | "workspace_suspended_at" | "workspace_emptied_at">,
): boolean {
  const isBought = purchase.state === "fulfilled" || purchase.state === "comped"
  const isOpen = purchase.workspace_suspended_at === null && purchase.workspace_emptied_at === null
  return isBought && purchase.delivery_revoked_at === null && isOpen
}

const opensNothing = () =>
  new ServiceError("not_found", "This delivery link does not open anything, or no longer does.", {
    hint: "Check that the whole link was copied. A link ends when the purchase is refunded or a newer link replaces it.",
  })
