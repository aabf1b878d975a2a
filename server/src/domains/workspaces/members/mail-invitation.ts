import type { Context } from "#access/context.ts"
import { roleWords } from "#contract/words.ts"
import { findAccountByEmail } from "#domains/accounts/index.ts"
import { type Letter, sendMail } from "#domains/mails/index.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { logoUrl } from "#kernel/addresses.ts"
import { invitationUrl } from "./invitation-link.ts"
import { findInvitation } from "./invitation-store.ts"

export async function mailInvitation(cx: Context, { invitationId }: JobPayloads["mail-invitation"]): Promise<void> {
  const invitation = await findInvitation(cx, invitationId)
  if (!invitation) return
  // Any account can make a workspace, so a stranger gets a sender and a subject without other people's text.
  const isStranger = !(await findAccountByEmail(cx, invitation.email))
  await sendMail(cx, {
    ...{ id: `invitation-${invitationId}-${invitation.sent}`, kind: "mail-invitation", about: invitationId },
    ...{ workspaceId: invitation.workspaceId, to: invitation.email },
    letter: letterOf(cx, invitation, isStranger),
  })
}

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

function letterOf(cx: Context, invitation: Invitation, isStranger: boolean): Letter {
  const { id, workspaceName, workspaceLogoKey, inviterName, inviterEmail, role } = invitation
  const sender = { name: workspaceName, logoUrl: logoUrl(cx, workspaceLogoKey) }
  return {
    sender: isStranger ? undefined : sender,
    subject: isStranger
      ? `You're invited to a workspace on ${cx.brandName}`
      : `${inviterName || inviterEmail} invited you to ${workspaceName}`,
    preheader: `Your role: ${roleWords[role]}. The invitation expires in 2 weeks.`,
    paragraphs: [
      `${inviterName ? `${inviterName} (${inviterEmail})` : inviterEmail} invited you to ${workspaceName} on ${cx.brandName}.`,
    ],
    facts: [
      ["Workspace", workspaceName],
      ["Your role", roleWords[role]],
    ],
    button: { label: "View invitation", url: invitationUrl(cx, id) },
    notes: ["The invitation is for this email only and expires in 2 weeks.", "Not for you? Ignore this email."],
  }
}
