import type { Reading } from "#access/context.ts"
import { people } from "#domains/accounts/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Finds the facts and the readers of a mail about a workspace: its owners, and the account that acted. */
export async function findWorkspaceNews(cx: Reading, workspaceId: WorkspaceId, byAccountId: string) {
  const workspace = await cx.db
    .selectFrom("workspaces")
    .select(["slug", "name"])
    .where("id", "=", workspaceId)
    .executeTakeFirst()
  const readers = await cx.db
    .selectFrom("members")
    .innerJoin(people(cx.db), "person.id", "members.account_id")
    .select(["person.id", "person.email", "person.name", "members.role"])
    .where("members.workspace_id", "=", workspaceId)
    .where((row) => row.or([row("members.role", "=", "owner"), row("members.account_id", "=", byAccountId)]))
    .orderBy("person.id")
    .execute()
  if (!workspace || readers.length === 0) return undefined
  const nameOf = ({ name, email }: (typeof readers)[number]) => (name ? `${name} (${email})` : email)
  const doer = readers.find(({ id }) => id === byAccountId)
  return {
    ...workspace,
    by: doer ? nameOf(doer) : "A former member",
    owners: readers
      .filter(({ role }) => role === "owner")
      .map(nameOf)
      .join(", "),
    readers: readers.map(({ id, email }) => ({ id, email })),
  }
}
