import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** The id of a workspace whose row a test inserts itself, or of an unknown one. */
export const workspaceIdOf = (text: string) => text as WorkspaceId
