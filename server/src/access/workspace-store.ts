import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { ReadDb } from "#storage/database.ts"
import { isReachable } from "#storage/reachable.ts"
import type { Outside, Reading } from "./context.ts"

const shown = ["id", "slug", "name"] as const

/** All workspaces, for a query of a domain, suspended ones and those in the trash included. */
export const everyWorkspace = (db: ReadDb) =>
  db
    .selectFrom("workspaces")
    .select([...shown, "suspended_at", "deleted_at", "emptied_at"])
    .as("workspace")

/** The workspaces that are neither suspended nor in the trash, for a query of a domain. */
export const workspacesInUse = (db: ReadDb) =>
  db.selectFrom("workspaces").select(shown).where(isReachable).as("workspace")

/** Returns the URL of a path in a workspace's console. Undefined when the workspace is gone. */
export async function consoleUrl(cx: Reading & Pick<Outside, "addresses">, workspaceId: WorkspaceId, path: string) {
  const row = await cx.db.selectFrom("workspaces").select("slug").where("id", "=", workspaceId).executeTakeFirst()
  return row && `${cx.addresses.base}/${row.slug}${path}`
}
