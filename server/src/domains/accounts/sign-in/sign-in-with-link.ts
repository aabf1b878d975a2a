import { z } from "zod"
import { publicAction } from "#access/action.ts"
import type { Outside, Reading } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { hashSecret } from "#kernel/secret.ts"
import { browserProofOf } from "../known-browser.ts"
import { networkOf, notAdmitted, noteFailure, signInIsOver } from "../sign-in-errors.ts"
import { isAdmitted } from "./admit.ts"
import { completeSignIn } from "./complete-sign-in.ts"
import { signInIdIn } from "./sign-in-secrets.ts"
import { findSignIn, type SignIn } from "./sign-in-store.ts"

/**
 * Signs a browser in with the mailed link: any browser, since whoever reads the mail is the person, but only by a
 * click, because programs that look into mail open every link.
 */
export const signInWithLink = publicAction({
  input: z.object({ link: z.string().max(200).describe("The last part of the link."), userAgent: z.string() }),
  output: z.object({ token: z.string(), browserProof: z.string(), returnTo: z.string() }),
  async run(cx, { link, userAgent }) {
    const signIn = await findByLink(cx, link)
    if (!signIn) throw noteFailure(cx, signInIsOver(), { reason: "over" })
    const { id, email } = signIn
    if (!(await isAdmitted(cx, email))) throw noteFailure(cx, notAdmitted(), { reason: "not_admitted" })
    const { token, accountId, returnTo } = await cx.atomically((cx) => completeSignIn(cx, id, userAgent))
    recordSecurityEvent(cx, "signed_in", { accountId, reason: "link", network: networkOf(cx.caller) })
    return { token, browserProof: browserProofOf(cx, email), returnTo }
  },
})

/** What the link's page shows before the click: who would be signed in, and whether this browser asked for it. */
export const getSignInLink = publicAction({
  input: z.object({ link: z.string().max(200), browser: z.string() }),
  output: z.object({ email: z.string(), isAskingBrowser: z.boolean() }),
  async run(cx, { link, browser }) {
    const signIn = await findByLink(cx, link)
    if (!signIn) throw signInIsOver()
    return { email: signIn.email, isAskingBrowser: signIn.browser_hash === hashSecret(browser) }
  },
})

async function findByLink(
  cx: Reading & Pick<Outside, "keyring" | "addresses">,
  link: string,
): Promise<SignIn | undefined> {
  const id = signInIdIn(cx, link)
  return id === undefined ? undefined : findSignIn(cx, id)
}
