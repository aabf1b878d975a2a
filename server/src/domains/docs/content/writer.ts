import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** The writer, read when their connection opened. */
export interface Writer {
  readonly accountId: string
  readonly sessionId: string
  readonly workspaceId: WorkspaceId
  /** Whether the connection has ended. A writer who was removed and let back in meanwhile writes with a new one. */
  readonly hasEnded?: () => boolean
}
