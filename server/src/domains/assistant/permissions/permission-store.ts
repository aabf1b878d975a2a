import type { Inside, Reading } from "#access/context.ts"
import type { Role } from "#access/roles.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Schema } from "#storage/schema.ts"

export type PermissionRow = Pick<Schema["tool_permissions"], "tool" | "role" | "level">

/** The levels that admins set. A tool without a row has its default level. */
export async function listPermissions(
  cx: Reading,
  workspaceId: WorkspaceId,
  role?: Role,
): Promise<readonly PermissionRow[]> {
  return cx.db
    .selectFrom("tool_permissions")
    .select(["tool", "role", "level"])
    .where("workspace_id", "=", workspaceId)
    .$if(role !== undefined, (query) => query.where("role", "=", role ?? "viewer"))
    .execute()
}

/** Returns false when the stored level is not `was`. Never deletes: a default may be higher than what an admin set. */
export async function putPermission(
  cx: Inside,
  workspaceId: WorkspaceId,
  { was, ...row }: PermissionRow & { was: PermissionRow["level"] },
): Promise<boolean> {
  const updated = await cx.db
    .insertInto("tool_permissions")
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "tool", "role"])
        .doUpdateSet({ level: row.level })
        .where("tool_permissions.level", "=", was),
    )
    .returning("tool")
    .execute()
  return updated.length > 0
}

/** A member's choices that have not expired. */
export async function listPermissionChoices(
  cx: Reading,
  { accountId, workspaceId }: { accountId: string; workspaceId: WorkspaceId },
) {
  return cx.db
    .selectFrom("member_tool_choices")
    .select(["tool", "level", "definition_digest", "expires_at"])
    .where("account_id", "=", accountId)
    .where("workspace_id", "=", workspaceId)
    .where("expires_at", ">", cx.now())
    .execute()
}

export async function putPermissionChoice(
  cx: Inside,
  { accountId, workspaceId }: { accountId: string; workspaceId: WorkspaceId },
  { tool, level, digest, until }: { tool: string; level: "ask" | "always"; digest: string; until: number },
): Promise<void> {
  const set = { level, definition_digest: digest, expires_at: until }
  await cx.db
    .insertInto("member_tool_choices")
    .values({ account_id: accountId, workspace_id: workspaceId, tool, ...set })
    .onConflict((conflict) => conflict.columns(["account_id", "workspace_id", "tool"]).doUpdateSet(set))
    .execute()
}

export async function listAllowances(cx: Reading, conversationId: string) {
  return cx.db
    .selectFrom("conversation_allowances")
    .select(["tool", "definition_digest"])
    .where("conversation_id", "=", conversationId)
    .execute()
}

export async function putAllowance(
  cx: Inside,
  { conversation_id, workspace_id }: Pick<Schema["conversation_allowances"], "conversation_id" | "workspace_id">,
  { tool, digest }: { tool: string; digest: string },
): Promise<void> {
  await cx.db
    .insertInto("conversation_allowances")
    .values({ conversation_id, workspace_id, tool, definition_digest: digest })
    .onConflict((conflict) =>
      conflict.columns(["conversation_id", "tool", "workspace_id"]).doUpdateSet({ definition_digest: digest }),
    )
    .execute()
}

export async function removeAllowances(
  cx: Inside,
  { accountId, workspaceId }: { accountId: string; workspaceId: WorkspaceId },
  tool: string,
): Promise<void> {
  const own = cx.db
    .selectFrom("conversations")
    .select("id")
    .where("account_id", "=", accountId)
    .where("workspace_id", "=", workspaceId)
  await cx.db
    .deleteFrom("conversation_allowances")
    .where("tool", "=", tool)
    .where("conversation_id", "in", own)
    .execute()
}
