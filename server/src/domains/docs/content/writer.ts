import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** The writer, read when their connection opened. */
export interface Writer {
  readonly accountId: string
  readonly sessionId: string
  readonly workspaceId: WorkspaceId
}
