import type { Reading } from "#access/context.ts"
import { selectFields } from "#access/from-row.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import { shownNames } from "../offers/index.ts"

const offerColumns = [
  ...selectFields("offers", ["id", "shortKey", ...shownNames]),
  ...selectFields("offers", ["stockLimit", "unitsTaken", "pausedAt", "updatedAt"]),
]

/** Lists the offers that a seller lists, in the seller's order: those that are published and not suspended. */
export function listListedRows(cx: Reading, workspaceId: WorkspaceId) {
  return cx.db
    .selectFrom("listed_offers")
    .innerJoin("offers", sameWorkspace("offers.id", "listed_offers.offer_id"))
    .select([...offerColumns, "listed_at as listedAt"])
    .where("listed_offers.workspace_id", "=", workspaceId)
    .where("offers.state", "=", "published")
    .where("offers.suspended_at", "is", null)
    .orderBy("listed_offers.position")
    .execute()
}
