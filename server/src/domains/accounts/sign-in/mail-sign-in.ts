import type { Context } from "#access/context.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { type Letter, writeLetter } from "#kernel/letter.ts"
import { isAdmitted } from "./admit.ts"
import { codeOf, linkOf } from "./sign-in-secrets.ts"
import { findSignIn } from "./sign-in-store.ts"

/** Mails the code and the link of an open sign-in. If sign-up is closed and there is no account, mails that. */
export async function mailSignIn(cx: Context, { signInId }: JobPayloads["mail-sign-in"]): Promise<void> {
  const signIn = await findSignIn(cx, signInId)
  if (!signIn) return
  const letter = (await isAdmitted(cx, signIn.email)) ? signInLetter(cx, signInId) : strangerLetter(cx)
  await cx.mail.send({ id: `sign-in-${signInId}`, to: signIn.email, ...writeLetter(letter, cx.brandName) })
}

function signInLetter(cx: Context, signInId: string): Letter {
  const digits = codeOf(cx, signInId)
  const code = `${digits.slice(0, 4)} ${digits.slice(4)}`
  return {
    subject: `${code} is your ${cx.brandName} code`,
    paragraphs: ["Enter this code where you are signing in, or use the button."],
    code,
    facts: [],
    button: { label: "Sign in", url: linkOf(cx, signInId) },
    notes: ["This code expires in 10 minutes. Don't share it.", "Didn't ask for this? Ignore this email."],
  }
}

function strangerLetter({ addresses, brandName }: Context): Letter {
  return {
    subject: `No ${brandName} account with this email`,
    paragraphs: [
      "Try another email, or ask a workspace admin to invite you.",
      `You tried to sign in to ${brandName}, but no account has this email. New accounts are by invitation only.`,
    ],
    facts: [],
    button: { label: "Try another email", url: `${addresses.base}/sign-in` },
    notes: ["Didn't ask for this? Ignore this email."],
  }
}
