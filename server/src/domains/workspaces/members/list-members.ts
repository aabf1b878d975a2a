import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"
import { listMemberRows } from "./member-store.ts"

export const listMembers = workspaceAction("viewer", "console", {
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        accountId: z.string(),
        email: z.string(),
        name: z.string().nullable(),
        role: z.enum(roles),
        joinedAt: z.int(),
        isCaller: z.boolean(),
      }),
    ),
  }),
  async run(cx) {
    const members = await listMemberRows(cx)
    return { items: members.map((member) => ({ ...member, isCaller: member.accountId === cx.accountId })) }
  },
})
