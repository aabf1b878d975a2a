import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { limitHourly } from "#access/limits/hourly-limit.ts"
import { roles } from "#access/roles.ts"
import { mustBeMailable } from "#domains/mails/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { personEmail } from "#kernel/email-address.ts"
import { dayMs } from "#kernel/time/units.ts"
import { alreadyMember, ownersOnly } from "../workspace-errors.ts"
import { isMemberEmail, upsertInvitation } from "./invitation-store.ts"
import { mayInvite } from "./invite-right.ts"
import { findRole } from "./member-store.ts"

const lifetimeMs = 14 * dayMs
const fromPerson = { hits: 50, sentence: "You sent 50 invites in the last hour." }
const fromWorkspace = { hits: 50, sentence: "This workspace sent 50 invites in the last hour." }
const toAddress = { hits: 5, sentence: "This email received five invites in the last hour." }

/** Invites an address to the workspace by mail. Only owners may invite owners. A repeated call mails it again. */
export const inviteMember = workspaceAction("admin", "console", {
  changes: ["invitations"],
  input: z.object({ email: personEmail, role: z.enum(roles) }),
  output: z.object({ id: z.string(), email: z.string(), role: z.enum(roles) }),
  async run(cx, { email, role }) {
    if (!mayInvite(cx.role, role)) throw ownersOnly()
    await mustBeMailable(cx, { email })
    if (await isMemberEmail(cx, email)) throw alreadyMember()
    await limitHourly(cx, `invitations-person:${cx.accountId}`, fromPerson)
    await limitHourly(cx, `invitations:${cx.workspaceId}`, fromWorkspace)
    await limitHourly(cx, `invitations-address:${cx.keyring.mac("log-address", email)}`, toAddress)
    const id = await cx.atomically(async (cx) => {
      const held = await findRole(cx, cx.accountId)
      if (!held || !mayInvite(held, role)) throw ownersOnly()
      const invitationId = await upsertInvitation(cx, { email, role, expiresAt: cx.now() + lifetimeMs })
      await enqueue(cx, "mail-invitation", { payload: { invitationId } })
      return invitationId
    })
    return { id, email, role }
  },
})
