import type { Context } from "#access/context.ts"
import { findAccountByEmail } from "#domains/accounts/index.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { writeLetter } from "#kernel/letter.ts"
import { invitationUrl } from "./invitation-link.ts"
import { findInvitation } from "./invitation-store.ts"

/** Mails an invitation if it is still open. */
export async function mailInvitation(cx: Context, { invitationId }: JobPayloads["mail-invitation"]): Promise<void> {
  const invitation = await findInvitation(cx, invitationId)
  if (!invitation) return
  const { email, workspaceName, inviterName, inviterEmail, role, sent } = invitation
  const inviter = inviterName ? `${inviterName} (${inviterEmail})` : inviterEmail
  await cx.mail.send({
    id: `invitation-${invitationId}-${sent}`,
    to: email,
    ...writeLetter(
      {
        // Any account can make a workspace, so an address without an account gets a subject without text of other
        // people.
        subject: (await findAccountByEmail(cx, email))
          ? `Join ${workspaceName} on ${cx.brandName}`
          : `An invitation to a workspace on ${cx.brandName}`,
        paragraphs: [`${inviter} invites you to the workspace ${workspaceName} on ${cx.brandName}.`],
        facts: [
          ["Workspace", workspaceName],
          ["Your role", role],
        ],
        button: { label: "See the invitation", url: invitationUrl(cx, invitationId) },
        notes: [
          "It is for this address alone, for two weeks.",
          `If you do not know ${inviterEmail}, you need not do anything.`,
        ],
      },
      cx.brandName,
    ),
  })
}
