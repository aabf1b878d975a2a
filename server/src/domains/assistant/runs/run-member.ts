import type { Reading } from "#access/context.ts"
import { findMembership } from "#access/membership-store.ts"
import type { Role } from "#access/roles.ts"
import type { RunRow } from "./run-store.ts"

/** The owner of a run with their present role; undefined when they have left the workspace. */
export async function findRunMember(
  cx: Reading,
  { account_id, workspace_id }: Pick<RunRow, "account_id" | "workspace_id">,
): Promise<{ accountId: string; workspaceId: RunRow["workspace_id"]; role: Role; workspaceName: string } | undefined> {
  const found = await findMembership(cx, account_id, { workspaceId: workspace_id })
  return found && { accountId: account_id, workspaceId: workspace_id, role: found.role, workspaceName: found.name }
}
