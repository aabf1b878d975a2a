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
  const code = codeOf(cx, signInId)
  return {
    subject: `${code.slice(0, 4)} ${code.slice(4)} is your code for ${cx.brandName}`,
    paragraphs: [`Type this code where you are signing in to ${cx.brandName}, or open the link.`],
    code: `${code.slice(0, 4)} ${code.slice(4)}`,
    facts: [],
    button: { label: "Sign in", url: linkOf(cx, signInId) },
    notes: [
      "Both work once, for ten minutes, the code only in the browser that asked for it. Tell nobody.",
      "If you did not ask for this, you need not do anything: nobody is signed in.",
    ],
  }
}

function strangerLetter({ brandName }: Context): Letter {
  return {
    subject: `No account at ${brandName}`,
    paragraphs: [
      `Somebody, most likely you, asked to sign in to ${brandName} with this address. There is no account with it, and new accounts are by invitation only.`,
      "Perhaps you have an account with another address. Otherwise ask a workspace's admin to invite you.",
    ],
    facts: [],
    notes: ["If you did not ask for this, you need not do anything."],
  }
}
