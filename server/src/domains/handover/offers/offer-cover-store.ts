import type { Selectable } from "kysely"
import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import { isReachable } from "#storage/reachable.ts"
import type { Schema } from "#storage/schema.ts"

export type CoverRow = Selectable<Schema["covers"]>

/** Lists the covers that these offers use. */
export async function listCovers(
  cx: Reading,
  workspaceId: WorkspaceId,
  offerIds: readonly string[],
): Promise<CoverRow[]> {
  if (offerIds.length === 0) return []
  return cx.db
    .selectFrom("covers")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("offer_id", "in", [...offerIds])
    .where("used_at", "is not", null)
    .execute()
}

/**
 * Finds a used cover by its own id or its offer's, unless the offer or its workspace is suspended, or its workspace is
 * in the trash: then it is not served.
 */
export function findServedCover(
  cx: Reading,
  by: { column: "covers.id" | "covers.offer_id"; id: string },
): Promise<CoverRow | undefined> {
  return cx.db
    .selectFrom("covers")
    .innerJoin("offers", sameWorkspace("offers.id", "covers.offer_id"))
    .innerJoin("workspaces", "workspaces.id", "offers.workspace_id")
    .selectAll("covers")
    .where(by.column, "=", by.id)
    .where("covers.used_at", "is not", null)
    .where("offers.suspended_at", "is", null)
    .where(isReachable)
    .executeTakeFirst()
}
