import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Marks on objects that the assistant wrote. */
export interface AssistantMarkTables {
  /**
   * Objects that the assistant wrote in a conversation that had read text of outsiders. A conversation that reads one
   * of these objects counts as having read that text. Primary key (workspace_id, object_id).
   */
  second_hand_objects: {
    workspace_id: WorkspaceId
    object_id: string
    created_at: number
  }
}
