import { type RawBuilder, sql } from "kysely"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** The condition of the row with this id that belongs to the workspace: another workspace's is not found. */
export function ownRow({ workspaceId }: { readonly workspaceId: WorkspaceId }, id: string): RawBuilder<boolean> {
  return sql`(id = ${id} and workspace_id = ${workspaceId})`
}

/** The condition of the rows that a member has in the workspace for themselves. */
export function ownRows(member: {
  readonly accountId: string
  readonly workspaceId: WorkspaceId
}): RawBuilder<boolean> {
  return sql`(account_id = ${member.accountId} and workspace_id = ${member.workspaceId})`
}
