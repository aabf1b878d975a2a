import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Lists the offers that a seller lists, in the seller's order: those that are published and not suspended. */
export function listListedRows(cx: Reading, workspaceId: WorkspaceId) {
  return cx.db
    .selectFrom("listed_offers")
    .innerJoin("offers", (join) =>
      join
        .onRef("offers.workspace_id", "=", "listed_offers.workspace_id")
        .onRef("offers.id", "=", "listed_offers.offer_id"),
    )
    .select(["offers.id", "short_key", "title", "description", "price_cents", "currency"])
    .select(["stock_limit", "units_taken", "paused_at", "listed_at", "updated_at"])
    .where("listed_offers.workspace_id", "=", workspaceId)
    .where("offers.state", "=", "published")
    .where("offers.suspended_at", "is", null)
    .orderBy("listed_offers.position")
    .execute()
}
