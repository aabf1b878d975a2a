import type { ConnectionCaller } from "#access/context.ts"
import type { Connection } from "#domains/connections/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

export function toConnectionCaller(granted: Connection, workspaceId: WorkspaceId): ConnectionCaller {
  const { accountId, grantId, scopes } = granted
  const caller = { kind: "connection", accountId, grantId, scopes, workspace: { workspaceId } } as const
  if (granted.workspaceId === null) return { ...caller, leftOut: granted.leftOut }
  return { ...caller, boundAt: granted.grantedAt }
}
