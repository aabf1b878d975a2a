import type { Outside } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

interface Doer {
  readonly accountId: string
  readonly workspaceId: WorkspaceId
  readonly network?: string
}

export function noteWorkspaceChange(
  cx: Pick<Outside, "log" | "keyring"> & Doer,
  reason: "handed_over" | "trashed" | "restored",
): void {
  const { accountId, workspaceId, network } = cx
  recordSecurityEvent(cx, "workspace_changed", { accountId, workspaceId, reason, network })
}
