import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roles } from "#access/roles.ts"
import { showLatestMails, shownMail } from "#domains/mails/index.ts"
import { listInvitationRows } from "./invitation-store.ts"

export const listInvitations = workspaceAction("admin", "console", {
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        email: z.string(),
        role: z.enum(roles),
        createdAt: z.int(),
        expiresAt: z.int(),
        mail: shownMail.nullable().describe("The latest mail with the invitation."),
      }),
    ),
  }),
  async run(cx) {
    const rows = await listInvitationRows(cx)
    const about = { kinds: ["mail-invitation"], workspaceId: cx.workspaceId, abouts: rows.map(({ id }) => id) } as const
    const mailOf = await showLatestMails(cx, about)
    return { items: rows.map((row) => ({ ...row, mail: mailOf(row.id) })) }
  },
})
