import type { Inside, Reading } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isPostgres } from "#storage/prepared.ts"
import type { AccountIdentity } from "./account-store.ts"
import { memberEvents } from "./member-events.ts"

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

/** Deletes all personal data. The account's row stays, without a way to sign in. */
export async function forgetAccount(cx: Inside, { id, email }: AccountIdentity): Promise<void> {
  await cx.db.deleteFrom("members").where("account_id", "=", id).execute() // deletes hours, plans and notifications, too
  await cx.db.deleteFrom("notification_choices").where("account_id", "=", id).execute()
  await cx.db.deleteFrom("sessions").where("account_id", "=", id).execute() // deletes push subscriptions, too
  await cx.db.deleteFrom("passkeys").where("account_id", "=", id).execute()
  await cx.db.deleteFrom("passkey_challenges").where("asker", "=", id).execute()
  await cx.db.deleteFrom("sign_ins").where("email", "=", email).execute()
  const invitations = await cx.db
    .deleteFrom("invitations")
    .where((row) => row.or([row("email", "=", email), row("invited_by", "=", id)]))
    .returning("workspace_id")
    .execute()
  for (const { workspace_id } of invitations) noteChange(cx, { workspaceId: workspace_id, kind: "invitations" })
  await hideInNotifications(cx, id)
  await hideInEvents(cx, id)
  const nobody = { email: `${id}@erased.invalid`, name: null }
  await cx.db.updateTable("accounts").set(nobody).where("id", "=", id).execute()
}

/** Removes the account's name and address from the webhooks' events that it joined. Tries after that send other bytes. */
async function hideInEvents(cx: Inside, id: string): Promise<void> {
  const joined = await cx.db
    .selectFrom("events")
    .select(["workspace_id", "seq", "nth", "data"])
    .where("type", "=", memberEvents.joined.type)
    .where("subject", "=", id)
    .execute()
  for (const { data, ...place } of joined) {
    const hidden = { ...(JSON.parse(data) as object), email: `${id}@erased.invalid`, name: null }
    await cx.db
      .updateTable("events")
      .set({ data: JSON.stringify(hidden) })
      .where("workspace_id", "=", place.workspace_id)
      .where("seq", "=", place.seq)
      .where("nth", "=", place.nth)
      .execute()
  }
}

/** Removes the account's name or address from other members' notifications: it is the last of their words. */
async function hideInNotifications(cx: Inside, accountId: string): Promise<void> {
  const grants = cx.db.selectFrom("grants").select("id").where("account_id", "=", accountId)
  const lines = await cx.db
    .selectFrom("notifications")
    .select(["id", "words"])
    .where((row) =>
      row.or([
        row.and([row("happening", "=", "member_joined"), row("thing", "=", accountId)]),
        row.and([row("happening", "in", ["app_connected", "agent_wrote"]), row("thing", "in", grants)]),
      ]),
    )
    .execute()
  for (const { id, words } of lines) {
    const hidden = JSON.stringify((JSON.parse(words) as string[]).with(-1, "A former member"))
    await cx.db.updateTable("notifications").set({ words: hidden }).where("id", "=", id).execute()
  }
}
