import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"
import { getWorkspace } from "./workspace-store.ts"

/** The workspace that the caller has open, and what they are in it. */
export const getOwnWorkspace = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({}),
  output: z.object({ slug: z.string(), name: z.string(), role: z.enum(roles) }),
  async run(cx) {
    return { ...(await getWorkspace(cx, cx.workspaceId)), role: cx.role }
  },
})
