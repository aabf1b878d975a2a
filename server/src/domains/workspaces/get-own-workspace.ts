import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"

/** Returns the open workspace and the caller's role in it. */
export const getOwnWorkspace = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({}),
  output: z.object({ slug: z.string(), name: z.string(), role: z.enum(roles) }),
  async run(cx) {
    return { ...cx.workspace, role: cx.role }
  },
})
