import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** The id of a workspace whose row a test writes itself, or that no database has. */
export const workspaceIdOf = (text: string) => text as WorkspaceId
