import type { Inside, Reading } from "#access/context.ts"
import type { EraseStep } from "#access/domain-steps.ts"
import { noteChange } from "#changes/note-change.ts"
import { hideInNotifications } from "#domains/notifications/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isPostgres } from "#storage/prepared.ts"

export interface WorkspaceOfAccount {
  id: WorkspaceId
  slug: string
  name: string
  /** The number of members, including the account itself. */
  members: number
  otherOwners: number
}

export async function listWorkspacesWithMembers(cx: Reading, accountId: string): Promise<WorkspaceOfAccount[]> {
  return withMembers(cx, accountId, await workspacesOf(cx, accountId).execute())
}

/** Lists the active workspaces of an account and locks their members until the transaction ends. */
export async function lockWorkspacesOf(cx: Inside, accountId: string): Promise<WorkspaceOfAccount[]> {
  const locked = await workspacesOf(cx, accountId)
    .$if(isPostgres(cx.db), (query) => query.forNoKeyUpdate())
    .execute()
  return withMembers(cx, accountId, locked)
}

function workspacesOf(cx: Reading, accountId: string) {
  return cx.db
    .selectFrom("workspaces")
    .select(["id", "slug", "name"])
    .where("deleted_at", "is", null)
    .where((row) =>
      row.exists(
        row
          .selectFrom("members")
          .select("members.account_id")
          .whereRef("members.workspace_id", "=", "workspaces.id")
          .where("members.account_id", "=", accountId),
      ),
    )
    .orderBy("id")
}

async function withMembers(
  cx: Reading,
  accountId: string,
  workspaces: readonly Pick<WorkspaceOfAccount, "id" | "slug" | "name">[],
): Promise<WorkspaceOfAccount[]> {
  const ids = workspaces.map(({ id }) => id)
  if (ids.length === 0) return []
  const members = await cx.db
    .selectFrom("members")
    .select(["workspace_id", "account_id", "role"])
    .where("workspace_id", "in", ids)
    .execute()
  return workspaces.map((workspace) => {
    const there = members.filter(({ workspace_id }) => workspace_id === workspace.id)
    const otherOwners = there.filter(({ account_id, role }) => account_id !== accountId && role === "owner")
    return { ...workspace, members: there.length, otherOwners: otherOwners.length }
  })
}

export async function closeWorkspaces(cx: Inside, ids: readonly WorkspaceId[]): Promise<void> {
  if (ids.length === 0) return
  await cx.db.updateTable("workspaces").set({ deleted_at: cx.now() }).where("id", "in", ids).execute()
}

export const forgetMemberships: EraseStep = async (cx, { id, email }) => {
  await cx.db.deleteFrom("members").where("account_id", "=", id).execute() // deletes hours, plans and notifications, too
  const invitations = await cx.db
    .deleteFrom("invitations")
    .where((row) => row.or([row("email", "=", email), row("invited_by", "=", id)]))
    .returning("workspace_id")
    .execute()
  for (const { workspace_id } of invitations) noteChange(cx, { workspaceId: workspace_id, kind: "invitations" })
  await hideInNotifications(cx, ["member_joined"], [id])
}
