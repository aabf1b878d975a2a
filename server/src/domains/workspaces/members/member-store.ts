import type { Inside, Member, Reading } from "#access/context.ts"
import type { Role } from "#access/roles.ts"
import { noteAccess } from "#changes/note-change.ts"
import { people } from "#domains/accounts/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isPostgres } from "#storage/prepared.ts"
import { changesRow } from "#storage/whether.ts"

/** Locks a workspace's members, so that two owners cannot leave at the same time. */
export async function lockMembers(cx: Inside, workspaceId: WorkspaceId): Promise<void> {
  await cx.db
    .selectFrom("workspaces")
    .select("id")
    .where("id", "=", workspaceId)
    .$if(isPostgres(cx.db), (query) => query.forNoKeyUpdate())
    .execute()
}

export function listMemberRows(cx: Reading & Member) {
  return cx.db
    .selectFrom("members")
    .innerJoin(people(cx.db), "person.id", "members.account_id")
    .select(["person.id as accountId", "person.email", "person.name", "members.role", "members.created_at as joinedAt"])
    .where("members.workspace_id", "=", cx.workspaceId)
    .orderBy("members.created_at")
    .orderBy("person.id")
    .limit(1_000)
    .execute()
}

export async function findRole(cx: Reading & Member, accountId: string): Promise<Role | undefined> {
  const member = await cx.db
    .selectFrom("members")
    .select("role")
    .where("workspace_id", "=", cx.workspaceId)
    .where("account_id", "=", accountId)
    .executeTakeFirst()
  return member?.role
}

export async function countOwners(cx: Reading & Member): Promise<number> {
  const { owners } = await cx.db
    .selectFrom("members")
    .select((row) => row.fn.countAll().as("owners"))
    .where("workspace_id", "=", cx.workspaceId)
    .where("role", "=", "owner")
    .executeTakeFirstOrThrow()
  return Number(owners)
}

export async function insertMember(cx: Inside, member: { workspaceId: WorkspaceId; accountId: string; role: Role }) {
  return changesRow(
    cx.db
      .insertInto("members")
      .values({
        workspace_id: member.workspaceId,
        account_id: member.accountId,
        role: member.role,
        created_at: cx.now(),
      })
      .onConflict((conflict) => conflict.columns(["account_id", "workspace_id"]).doNothing()),
  )
}

export async function updateRole(cx: Inside & Member, accountId: string, role: Role): Promise<void> {
  noteAccess(cx, accountId)
  await cx.db
    .updateTable("members")
    .set({ role })
    .where("workspace_id", "=", cx.workspaceId)
    .where("account_id", "=", accountId)
    .execute()
}

export async function deleteMember(cx: Inside & Member, accountId: string): Promise<void> {
  noteAccess(cx, accountId)
  await cx.db
    .deleteFrom("members")
    .where("workspace_id", "=", cx.workspaceId)
    .where("account_id", "=", accountId)
    .execute()
}
