import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** What the assistant has to remember of what it wrote. */
export interface AssistantMarkTables {
  /**
   * What the assistant wrote in a conversation that had read words of people outside: whoever reads it has read them,
   * too. Primary key (workspace_id, object_id).
   */
  second_hand_objects: {
    workspace_id: WorkspaceId
    object_id: string
    created_at: number
  }
}
