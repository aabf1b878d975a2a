import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"
import { findContact } from "./workspace-store.ts"

/** Returns the open workspace and the caller's role in it. */
export const getOwnWorkspace = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({}),
  output: z.object({
    slug: z.string(),
    name: z.string(),
    contact: z.string().nullable().describe("Where buyers reach the seller."),
    role: z.enum(roles),
  }),
  async run(cx) {
    return { ...cx.workspace, contact: await findContact(cx), role: cx.role }
  },
})
