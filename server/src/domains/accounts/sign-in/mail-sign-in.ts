import type { Context } from "#access/context.ts"
import { type Letter, sendMail } from "#domains/mails/index.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { utcTime } from "#kernel/time/days.ts"
import { isAdmitted } from "./admit.ts"
import { codeOf, linkOf } from "./sign-in-secrets.ts"
import { findSignIn, type SignIn } from "./sign-in-store.ts"

/** Mails the code and the link of an open sign-in. If sign-up is closed and there is no account, mails that. */
export async function mailSignIn(cx: Context, { signInId }: JobPayloads["mail-sign-in"]): Promise<void> {
  const signIn = await findSignIn(cx, signInId)
  if (!signIn) return
  const letter = (await isAdmitted(cx, signIn.email)) ? signInLetter(cx, signIn) : strangerLetter(cx)
  const mail = { id: `sign-in-${signInId}`, kind: "mail-sign-in", about: signInId, workspaceId: null } as const
  await sendMail(cx, { ...mail, to: signIn.email, letter })
}

function signInLetter(cx: Context, { id, expires_at }: SignIn): Letter {
  const digits = codeOf(cx, id)
  const end = `The code expires at ${utcTime(expires_at)}, 10 minutes after you asked for it.`
  return {
    subject: `${digits} is your ${cx.brandName} code`,
    preheader: `${end} Don't share it.`,
    paragraphs: ["Enter this code where you are signing in, or use the button."],
    code: { digits, host: new URL(cx.addresses.base).hostname },
    facts: [],
    button: { label: "Sign in", url: linkOf(cx, id) },
    notes: [`${end} Don't share it.`, "Didn't ask for this? Ignore this email."],
  }
}

function strangerLetter({ addresses, brandName }: Context): Letter {
  return {
    subject: `No ${brandName} account with this email`,
    paragraphs: [
      `You tried to sign in to ${brandName}, but no account has this email. New accounts are by invitation only.`,
      "Try another email, or ask a workspace admin to invite you.",
    ],
    facts: [],
    button: { label: "Try another email", url: `${addresses.base}/sign-in` },
    notes: ["Didn't ask for this? Ignore this email."],
  }
}
