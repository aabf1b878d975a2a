import type { Member } from "#access/caller.ts"
import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { prepared } from "#storage/prepared.ts"

const owned = prepared<{ hostname: string }, { workspace_id: WorkspaceId }>((db, arg) =>
  db.selectFrom("directory").select("workspace_id").where("kind", "=", "hostname").where("key", "=", arg("hostname")),
)

/** Whether this hostname is a workspace's verified domain, on which links are served. */
export async function isOwnedHostname(cx: Reading, hostname: string): Promise<boolean> {
  return (await owned(cx.db, { hostname })).length > 0
}

export async function isOwnDomain(cx: Reading & Member, hostname: string): Promise<boolean> {
  return (await owned(cx.db, { hostname }))[0]?.workspace_id === cx.workspaceId
}
