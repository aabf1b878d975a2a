import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Checks that a member may watch a workspace. */
export const watchWorkspace = workspaceAction("viewer", "console", {
  input: z.object({}),
  output: z.object({ workspaceId: z.custom<WorkspaceId>(), accountId: z.string(), sessionId: z.string() }),
  run: async ({ workspaceId, accountId, sessionId = "" }) => ({ workspaceId, accountId, sessionId }),
})
