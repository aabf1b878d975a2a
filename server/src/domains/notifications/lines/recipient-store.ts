import type { Reading } from "#access/context.ts"
import type { Role } from "#access/roles.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { isReachable } from "#storage/reachable.ts"
import type { NotificationKind } from "../kinds.ts"

interface Wanted {
  kind: NotificationKind
  roles: readonly Role[]
  named: readonly string[]
}

/** Lists members with one of `roles`, and `named` ones, by account. None for a deleted or suspended workspace. */
export function listRecipients(cx: Reading, workspaceId: WorkspaceId, { kind, roles, named }: Wanted) {
  return cx.db
    .selectFrom("members")
    .innerJoin("workspaces", "workspaces.id", "members.workspace_id")
    .leftJoin("notification_choices as choice", (join) =>
      join.onRef("choice.account_id", "=", "members.account_id").on("choice.kind", "=", kind),
    )
    .select(["members.account_id", "members.role", "choice.app", "choice.mail", "choice.push"])
    .select((row) =>
      row
        .selectFrom("push_subscriptions")
        .select("push_subscriptions.id")
        .whereRef("push_subscriptions.account_id", "=", "members.account_id")
        .limit(1)
        .as("browser"),
    )
    .where("members.workspace_id", "=", workspaceId)
    .where(isReachable)
    .where((row) =>
      row.or([
        ...(roles.length > 0 ? [row("members.role", "in", roles)] : []),
        ...(named.length > 0 ? [row("members.account_id", "in", named)] : []),
      ]),
    )
    .orderBy("members.account_id")
    .execute()
}

export type Recipient = Awaited<ReturnType<typeof listRecipients>>[number]
