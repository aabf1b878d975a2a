import type { Context } from "#access/context.ts"
import { findAccountByEmail } from "#domains/accounts/index.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { writeLetter } from "#kernel/letter.ts"
import { invitationUrl } from "./invitation-link.ts"
import { findInvitation } from "./invitation-store.ts"

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
        // Any account can make a workspace, so a stranger gets a subject without other people's text.
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
