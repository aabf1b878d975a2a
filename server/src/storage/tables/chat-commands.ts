import type { WorkspaceId } from "#kernel/workspace-id.ts"

export interface ChatCommandTables {
  /** The StreamElements channel of a workspace, at most one. */
  chat_channels: {
    workspace_id: WorkspaceId
    /** The id of this connection; a new one each time a channel is connected. */
    connection: string
    channel_id: string
    channel_name: string
    token_kind: "jwt" | "oauth"
    token_sealed: string
    connected_at: number
  }
}
