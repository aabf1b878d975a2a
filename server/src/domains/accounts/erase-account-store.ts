import type { Inside } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { locksRows } from "#storage/prepared.ts"
import type { Account } from "./account-store.ts"

export interface HeldWorkspace {
  id: WorkspaceId
  slug: string
  /** The number of members, including the account itself. */
  members: number
  otherOwners: number
}

/** Lists the active workspaces of an account and locks their members until the transaction ends. */
export async function holdWorkspacesOf(cx: Inside, accountId: string): Promise<HeldWorkspace[]> {
  const held = await cx.db
    .selectFrom("workspaces")
    .select(["id", "slug"])
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
    .$if(locksRows(cx.db), (query) => query.forNoKeyUpdate())
    .execute()
  const ids = held.map(({ id }) => id)
  if (ids.length === 0) return []
  const members = await cx.db
    .selectFrom("members")
    .select(["workspace_id", "account_id", "role"])
    .where("workspace_id", "in", ids)
    .execute()
  return held.map(({ id, slug }) => {
    const there = members.filter(({ workspace_id }) => workspace_id === id)
    const otherOwners = there.filter(({ account_id, role }) => account_id !== accountId && role === "owner")
    return { id, slug, members: there.length, otherOwners: otherOwners.length }
  })
}

/** Marks workspaces as deleted; buyers keep what they have paid for. */
export async function closeWorkspaces(cx: Inside, ids: readonly WorkspaceId[]): Promise<void> {
  if (ids.length === 0) return
  await cx.db.updateTable("workspaces").set({ deleted_at: cx.now() }).where("id", "in", ids).execute()
}

/** Deletes all personal data, and leaves an account that nobody can sign in to. */
export async function forgetAccount(cx: Inside, { id, email }: Account): Promise<void> {
  await cx.db.deleteFrom("members").where("account_id", "=", id).execute() // hours and stream plans go with them
  await cx.db.deleteFrom("sessions").where("account_id", "=", id).execute()
  await cx.db.deleteFrom("passkeys").where("account_id", "=", id).execute()
  await cx.db.deleteFrom("passkey_challenges").where("asker", "=", id).execute()
  await cx.db.deleteFrom("sign_ins").where("email", "=", email).execute()
  await cx.db
    .deleteFrom("invitations")
    .where((row) => row.or([row("email", "=", email), row("invited_by", "=", id)]))
    .execute()
  const nobody = { email: `${id}@erased.invalid`, name: null }
  await cx.db.updateTable("accounts").set(nobody).where("id", "=", id).execute()
}
