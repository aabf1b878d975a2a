import type { Inside, Member, Reading } from "#access/context.ts"
import { retain } from "#access/retention-store.ts"
import type { Role } from "#access/roles.ts"
import { people } from "#domains/accounts/index.ts"
import { newId } from "#kernel/ids.ts"
import { ownRow } from "#storage/own-row.ts"
import { changesRow, findsRow } from "#storage/whether.ts"

/** Inserts an invitation, or renews the open one for this address. Returns its id. */
export async function upsertInvitation(
  cx: Inside & Member,
  { email, role, expiresAt }: { email: string; role: Role; expiresAt: number },
): Promise<string> {
  const fresh = { role, expires_at: expiresAt, invited_by: cx.accountId }
  const { id } = await cx.db
    .insertInto("invitations")
    .values({ id: newId("invitation"), workspace_id: cx.workspaceId, email, sent: 1, created_at: cx.now(), ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "email"])
        .doUpdateSet((row) => ({ ...fresh, sent: row("invitations.sent", "+", 1) })),
    )
    .returning("id")
    .executeTakeFirstOrThrow()
  return id
}

export function findInvitation(cx: Reading, id: string) {
  return cx.db
    .selectFrom("invitations")
    .innerJoin("workspaces", "workspaces.id", "invitations.workspace_id")
    .innerJoin(people(cx.db), "person.id", "invitations.invited_by")
    .select([
      "invitations.id",
      "invitations.invited_by as invitedBy",
      "invitations.workspace_id as workspaceId",
      "invitations.email",
      "invitations.role",
      "invitations.sent",
      "invitations.expires_at as expiresAt",
      "workspaces.name as workspaceName",
      "workspaces.slug as workspaceSlug",
      "workspaces.logo_key as workspaceLogoKey",
      "person.name as inviterName",
      "person.email as inviterEmail",
    ])
    .where("invitations.id", "=", id)
    .where("invitations.expires_at", ">", cx.now())
    .where("workspaces.deleted_at", "is", null)
    .executeTakeFirst()
}

/** Uses up an invitation. Undefined when it was just used, revoked or renewed by another inviter. */
export async function takeInvitation(cx: Inside, id: string, invitedBy: string): Promise<Role | undefined> {
  const taken = await cx.db
    .deleteFrom("invitations")
    .where("id", "=", id)
    .where("invited_by", "=", invitedBy)
    .returning("role")
    .executeTakeFirst()
  return taken?.role
}

export async function deleteInvitationsBy(cx: Inside & Member, accountId: string, as: readonly Role[]): Promise<void> {
  await cx.db
    .deleteFrom("invitations")
    .where("workspace_id", "=", cx.workspaceId)
    .where("invited_by", "=", accountId)
    .where("role", "in", as)
    .execute()
}

export function listInvitationRows(cx: Reading & Member) {
  return cx.db
    .selectFrom("invitations")
    .select(["id", "email", "role", "created_at as createdAt", "expires_at as expiresAt"])
    .where("workspace_id", "=", cx.workspaceId)
    .where("expires_at", ">", cx.now())
    .orderBy("created_at")
    .orderBy("id")
    .limit(1_000)
    .execute()
}

export async function deleteInvitation(cx: Inside & Member, id: string): Promise<boolean> {
  return changesRow(cx.db.deleteFrom("invitations").where(ownRow(cx, id)))
}

export async function isMemberEmail(cx: Reading & Member, email: string): Promise<boolean> {
  return findsRow(
    cx.db
      .selectFrom("members")
      .innerJoin(people(cx.db), "person.id", "members.account_id")
      .select("person.id")
      .where("members.workspace_id", "=", cx.workspaceId)
      .where("person.email", "=", email),
  )
}

export const invitationRetention = [
  retain(
    { table: "invitations", keys: ["id"], time: "expires_at" },
    { shownAs: "invitations", note: "one that is used or canceled is deleted at once" },
  ),
]
