import type { Inside, Reading } from "#access/context.ts"
import { newId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { claim, claimOnce } from "#storage/directory.ts"

export async function isEmpty(cx: Reading): Promise<boolean> {
  const account = await cx.db.selectFrom("accounts").select("id").limit(1).executeTakeFirst()
  return account === undefined
}

/** Inserts a person and their workspace. Returns both ids, or undefined when another process was first. */
export async function insertOwner(
  cx: Inside,
  { email, name, slug }: { email: string; name: string; slug: string },
): Promise<{ accountId: string; workspaceId: WorkspaceId } | undefined> {
  const created_at = cx.now()
  const account = { id: newId("account"), email, name, created_at }
  const workspace = {
    id: newId("workspace"),
    slug,
    name: "Studio Ada",
    created_at,
    suspended_at: null,
    deleted_at: null,
  }
  const added = await cx.db
    .insertInto("accounts")
    .values(account)
    .onConflict((conflict) => conflict.column("email").doNothing())
    .executeTakeFirstOrThrow()
  if (added.numInsertedOrUpdatedRows === 0n) return undefined
  if (!(await claim(cx.db, { kind: "workspace", key: slug, workspaceId: workspace.id }, created_at))) throw slugTaken()
  await cx.db.insertInto("workspaces").values(workspace).execute()
  const member = { workspace_id: workspace.id, account_id: account.id, role: "owner" as const, created_at }
  await cx.db.insertInto("members").values(member).execute()
  return { accountId: account.id, workspaceId: workspace.id }
}

const slugTaken = () => new Error("The slug of the demo is taken.")

/** Reserves the short key that a draft gets when it is published. */
export async function reserveShortKey(
  cx: Inside,
  { id, workspaceId }: { id: string; workspaceId: WorkspaceId },
  shortKey: string,
): Promise<void> {
  await claimOnce(cx.db, { kind: "pay_key", key: shortKey, workspaceId })
  const own = cx.db.updateTable("offers").where("workspace_id", "=", workspaceId).where("id", "=", id)
  await own.set({ short_key: shortKey }).execute()
}
