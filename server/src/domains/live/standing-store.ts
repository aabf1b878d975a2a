import type { Reading } from "#access/context.ts"
import { members } from "#access/membership-store.ts"
import type { Role } from "#access/roles.ts"
import { workspacesInUse } from "#access/workspace-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** The sessions that have not ended, expired, or been idle since `seenAfter`. */
export async function listLiveSessions(
  cx: Reading,
  ids: readonly string[],
  seenAfter: number,
): Promise<ReadonlySet<string>> {
  const rows = await cx.db
    .selectFrom("sessions")
    .select("id")
    .where("id", "in", ids)
    .where("expires_at", ">", cx.now())
    .where("last_seen_at", ">", seenAfter)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The memberships of these accounts in these workspaces, without workspaces that are deleted or suspended. */
export async function listMemberships(
  cx: Reading,
  accountIds: readonly string[],
  workspaceIds: readonly WorkspaceId[],
): Promise<{ accountId: string; workspaceId: WorkspaceId; role: Role }[]> {
  return cx.db
    .selectFrom(members(cx.db))
    .innerJoin(workspacesInUse(cx.db), "workspace.id", "member.workspace_id")
    .select(["member.account_id as accountId", "member.workspace_id as workspaceId", "member.role"])
    .where("member.account_id", "in", accountIds)
    .where("member.workspace_id", "in", workspaceIds)
    .execute()
}
