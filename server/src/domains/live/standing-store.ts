import type { Reading } from "#access/context.ts"
import type { Role } from "#access/roles.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isReachable } from "#storage/reachable.ts"

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
    .selectFrom("members")
    .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
    .select(["members.account_id as accountId", "members.workspace_id as workspaceId", "members.role"])
    .where("members.account_id", "in", accountIds)
    .where("members.workspace_id", "in", workspaceIds)
    .where(isReachable)
    .execute()
}
