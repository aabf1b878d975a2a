import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Changes in a workspace, for open pages and connections. Names only, never contents. */
export interface ChangeTables {
  /** The number of the last change of a workspace. Its row is locked from a change's last statement to its commit. */
  workspace_clocks: {
    workspace_id: WorkspaceId
    seq: number
    /** The types of events that endpoints want, separated by spaces; `*` for all. Null: no endpoint wants any. */
    wanted: string | null
  }
  /** Primary key (workspace_id, seq); without gaps, and in the order of the commits. */
  changes: {
    workspace_id: WorkspaceId
    seq: number
    kind: string
    ref: string | null
    created_at: number
  }
}
