import { sql } from "kysely"
import type { Reading } from "#access/context.ts"
import type { ListPart } from "#kernel/cursor.ts"
import { latestFirst } from "#storage/in-order.ts"
import { hasSearch } from "#storage/search-index.ts"

/** Lists workspaces that are not deleted, newest first, one more than `limit`. `query` has words, or parts of words, of a slug. */
export function listWorkspaceRows(
  cx: Reading,
  { query, isSuspended, ...part }: { query: string; isSuspended: boolean } & ListPart,
) {
  return cx.db
    .selectFrom("workspaces")
    .select(["id", "slug", "name", "created_at", "suspended_at"])
    .select((row) => [
      row
        .selectFrom("members")
        .whereRef("members.workspace_id", "=", "workspaces.id")
        .select((member) => member.fn.countAll().as("count"))
        .as("members"),
      row
        .selectFrom("abuse_reports")
        .whereRef("abuse_reports.workspace_id", "=", "workspaces.id")
        .where("closed_at", "is", null)
        .select((report) => report.fn.countAll().as("count"))
        .as("reports"),
    ])
    .where("deleted_at", "is", null)
    .where(hasSearch(sql`slug`, query))
    .$if(isSuspended, (workspaces) => workspaces.where("suspended_at", "is not", null))
    .$call(latestFirst("created_at", part))
    .execute()
}
