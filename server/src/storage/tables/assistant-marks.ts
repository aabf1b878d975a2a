import type { WorkspaceId } from "#kernel/workspace-id.ts"

export interface AssistantMarkTables {
  /**
   * Objects written after reading outsiders' text: reading them counts as reading it. Key (workspace_id, object_id).
   */
  second_hand_objects: {
    workspace_id: WorkspaceId
    object_id: string
    created_at: number
  }
}
