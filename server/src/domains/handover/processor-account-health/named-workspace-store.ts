import type { Reading } from "#access/context.ts"
import { everyWorkspace } from "#access/workspace-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Unknown ids are left out. */
export async function listNamedWorkspaces(cx: Reading, ids: readonly string[]): Promise<WorkspaceId[]> {
  if (ids.length === 0) return []
  const rows = await cx.db
    .selectFrom(everyWorkspace(cx.db))
    .select("id")
    .where((row) => row(row.cast<string>("id", "text"), "in", ids))
    .execute()
  return rows.map(({ id }) => id)
}
