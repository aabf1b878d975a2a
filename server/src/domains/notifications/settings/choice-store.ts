import type { Inside, Reading } from "#access/context.ts"
import type { EraseStep } from "#access/domain-steps.ts"
import { members } from "#access/membership-store.ts"
import type { Role } from "#access/roles.ts"
import { people } from "#domains/accounts/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Schema } from "#storage/schema.ts"
import type { NotificationChannel, NotificationKind } from "../kinds.ts"

type Choices = Pick<Schema["notification_choices"], "kind" | NotificationChannel>

/** An account's choices. Kinds without a choice are left out. */
export function listChoices(cx: Reading, accountId: string): Promise<Choices[]> {
  return cx.db
    .selectFrom("notification_choices")
    .select(["kind", "app", "mail", "push"])
    .where("account_id", "=", accountId)
    .execute()
}

export function findChoice(cx: Reading, accountId: string, kind: NotificationKind): Promise<Choices | undefined> {
  return cx.db
    .selectFrom("notification_choices")
    .select(["kind", "app", "mail", "push"])
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .executeTakeFirst()
}

/** Stores a choice for one channel. The other channels of the kind stay as they are. */
export async function putChoice(
  cx: Inside,
  accountId: string,
  { kind, channel, chosen }: { kind: NotificationKind; channel: NotificationChannel; chosen: "on" | "off" },
): Promise<void> {
  const made = { app: null, mail: null, push: null, [channel]: chosen }
  await cx.db
    .insertInto("notification_choices")
    .values({ account_id: accountId, kind, ...made, updated_at: cx.now() })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "kind"]).doUpdateSet({ [channel]: chosen, updated_at: cx.now() }),
    )
    .execute()
}

export async function listRoles(cx: Reading, accountId: string): Promise<Role[]> {
  const rows = await cx.db
    .selectFrom(members(cx.db))
    .select("role")
    .distinct()
    .where("account_id", "=", accountId)
    .execute()
  return rows.map(({ role }) => role)
}

/** Members with one of these roles, and named members, with their choice about the mails of a kind. */
export function listMailed(
  cx: Reading,
  workspaceId: WorkspaceId,
  { kind, roles, named }: { kind: NotificationKind; roles: readonly Role[]; named: readonly string[] },
) {
  return cx.db
    .selectFrom(members(cx.db))
    .innerJoin(people(cx.db), "person.id", "member.account_id")
    .leftJoin("notification_choices as choice", (join) =>
      join.onRef("choice.account_id", "=", "member.account_id").on("choice.kind", "=", kind),
    )
    .select(["person.id", "person.email", "member.role", "choice.mail as chosen"])
    .where("member.workspace_id", "=", workspaceId)
    .where((row) =>
      row.or([
        ...(roles.length > 0 ? [row("member.role", "in", roles)] : []),
        ...(named.length > 0 ? [row("member.account_id", "in", named)] : []),
      ]),
    )
    .orderBy("person.id")
    .execute()
}

export const forgetChoices: EraseStep = async (cx, { id }) => {
  await cx.db.deleteFrom("notification_choices").where("account_id", "=", id).execute()
}
