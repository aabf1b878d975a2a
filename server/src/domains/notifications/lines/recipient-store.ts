import type { Reading } from "#access/context.ts"
import { members } from "#access/membership-store.ts"
import type { Role } from "#access/roles.ts"
import { workspacesInUse } from "#access/workspace-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { NotificationKind } from "../kinds.ts"

interface Wanted {
  kind: NotificationKind
  roles: readonly Role[]
  named: readonly string[]
}

/** Lists members with one of `roles`, and `named` ones, by account. None for a deleted or suspended workspace. */
export function listRecipients(cx: Reading, workspaceId: WorkspaceId, { kind, roles, named }: Wanted) {
  return cx.db
    .selectFrom(members(cx.db))
    .innerJoin(workspacesInUse(cx.db), "workspace.id", "member.workspace_id")
    .leftJoin("notification_choices as choice", (join) =>
      join.onRef("choice.account_id", "=", "member.account_id").on("choice.kind", "=", kind),
    )
    .select(["member.account_id", "member.role", "choice.app", "choice.mail", "choice.push"])
    .select((row) =>
      row
        .selectFrom("push_subscriptions")
        .select("push_subscriptions.id")
        .whereRef("push_subscriptions.account_id", "=", "member.account_id")
        .limit(1)
        .as("browser"),
    )
    .where("member.workspace_id", "=", workspaceId)
    .where((row) =>
      row.or([
        ...(roles.length > 0 ? [row("member.role", "in", roles)] : []),
        ...(named.length > 0 ? [row("member.account_id", "in", named)] : []),
      ]),
    )
    .orderBy("member.account_id")
    .execute()
}

export type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]
