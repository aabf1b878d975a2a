import type { Inside, Member, Reading } from "#access/context.ts"
import { sameWorkspace } from "#storage/own-row.ts"

/** Lists the offers that the seller lists, in the seller's order, whether visitors see them now or not. */
export function listOwnListedOffers(cx: Reading & Member) {
  return cx.db
    .selectFrom("listed_offers")
    .innerJoin("offers", sameWorkspace("offers.id", "listed_offers.offer_id"))
    .select(["offers.id", "title", "state", "price_cents", "currency", "paused_at", "suspended_at"])
    .where("listed_offers.workspace_id", "=", cx.workspaceId)
    .orderBy("listed_offers.position")
    .execute()
}

export async function countOwnOffers(cx: Reading & Member, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { count } = await cx.db
    .selectFrom("offers")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("workspace_id", "=", cx.workspaceId)
    .where("id", "in", [...ids])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists these offers of the workspace, in this order, and no others. `takeOwnPage` has locked its page. */
export async function putListedOffers(cx: Inside & Member, ids: readonly string[]): Promise<void> {
  const others = cx.db.deleteFrom("listed_offers").where("workspace_id", "=", cx.workspaceId)
  await (ids.length === 0 ? others : others.where("offer_id", "not in", [...ids])).execute()
  if (ids.length === 0) return
  const rows = ids.map((offer_id, position) => {
    return { workspace_id: cx.workspaceId, offer_id, position, listed_at: cx.now() }
  })
  await cx.db
    .insertInto("listed_offers")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "offer_id"]).doUpdateSet((row) => ({ position: row.ref("excluded.position") })),
    )
    .execute()
}
