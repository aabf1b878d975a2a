import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** What changed in a workspace, for those who look at it. Names only, never contents. */
export interface ChangeTables {
  /** The number of the last change of a workspace. Its row is locked from a change's last statement to its commit. */
  workspace_clocks: {
    workspace_id: WorkspaceId
    seq: number
  }
  /** Primary key (workspace_id, seq); without gaps, and in the order of the commits. */
  changes: {
    workspace_id: WorkspaceId
    seq: number
    /** What kind of thing changed. */
    kind: string
    /** Which one, where that is of use. */
    ref: string | null
    created_at: number
  }
}
