import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Finds the facts and the readers of a mail about a workspace: its owners, and the account that acted. */
export async function findWorkspaceNews(cx: Reading, workspaceId: WorkspaceId, byAccountId: string) {
  const workspace = await cx.db
    .selectFrom("workspaces")
    .select(["slug", "name"])
    .where("id", "=", workspaceId)
    .executeTakeFirst()
  const people = await cx.db
    .selectFrom("members")
    .innerJoin("accounts", "accounts.id", "members.account_id")
    .select(["accounts.id", "accounts.email", "accounts.name", "members.role"])
    .where("members.workspace_id", "=", workspaceId)
    .where((row) => row.or([row("members.role", "=", "owner"), row("members.account_id", "=", byAccountId)]))
    .orderBy("accounts.id")
    .execute()
  if (!workspace || people.length === 0) return undefined
  const nameOf = ({ name, email }: (typeof people)[number]) => (name ? `${name} (${email})` : email)
  const doer = people.find(({ id }) => id === byAccountId)
  return {
    ...workspace,
    by: doer ? nameOf(doer) : "A former member",
    owners: people
      .filter(({ role }) => role === "owner")
      .map(nameOf)
      .join(", "),
    readers: people.map(({ id, email }) => ({ id, email })),
  }
}
