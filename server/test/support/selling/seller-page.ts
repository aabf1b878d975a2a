import { editSellerPage, setListedOffers } from "#domains/seller-pages/index.ts"
import type { World } from "../worlds/world.ts"

/** Switches the seller's page on, with these offers. */
export async function showSellerPage({ act }: Pick<World, "act">, offers: readonly { id: string }[]): Promise<void> {
  await act("admin", setListedOffers, { offerIds: offers.map(({ id }) => id) })
  await act("admin", editSellerPage, { isShown: true, about: "Type and drawings, made slowly." })
}
