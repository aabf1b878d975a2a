import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"
import { listInvitationRows } from "./invitation-store.ts"

export const listInvitations = workspaceAction({
  scope: "console",
  role: "admin",
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        email: z.string(),
        role: z.enum(roles),
        createdAt: z.int(),
        expiresAt: z.int(),
      }),
    ),
  }),
  async run(cx) {
    return { items: await listInvitationRows(cx) }
  },
})
