import type { Inside } from "#access/context.ts"
import { listWorkspaceIds } from "#access/membership-store.ts"
import { noteChange } from "#changes/note-change.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Publishes that a connection has changed: in its workspace, or in all workspaces of its person. */
export async function noteConnection(cx: Inside, accountId: string, workspaceId: WorkspaceId | null): Promise<void> {
  const reached = workspaceId === null ? await listWorkspaceIds(cx, accountId) : [workspaceId]
  for (const id of reached) noteChange(cx, { workspaceId: id, kind: "connections" })
}
