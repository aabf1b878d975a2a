import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Outside, Reading } from "./context.ts"

/** Returns the URL of a path in a workspace's console. Undefined when the workspace is gone. */
export async function consoleUrl(cx: Reading & Pick<Outside, "addresses">, workspaceId: WorkspaceId, path: string) {
  const row = await cx.db.selectFrom("workspaces").select("slug").where("id", "=", workspaceId).executeTakeFirst()
  return row && `${cx.addresses.base}/${row.slug}${path}`
}
