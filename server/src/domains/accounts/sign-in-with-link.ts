import { z } from "zod"
import { publicAction } from "#access/action.ts"
import type { Outside, Reading } from "#kernel/context.ts"
import { hashSecret } from "#kernel/secret.ts"
import { isAdmitted } from "./admit.ts"
import { completeSignIn } from "./complete-sign-in.ts"
import { browserProofOf } from "./known-browser.ts"
import { notAdmitted, signInIsOver } from "./sign-in-errors.ts"
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
    const { id, email } = await getByLink(cx, link)
    if (!(await isAdmitted(cx, email))) throw notAdmitted()
    const { token, accountId, returnTo } = await cx.atomically((cx) => completeSignIn(cx, id, userAgent))
    cx.log.info({ accountId, by: "link" }, "Somebody signed in.")
    return { token, browserProof: browserProofOf(cx, email), returnTo }
  },
})

/** What the link's page shows before the click: who would be signed in, and whether this browser asked for it. */
export const getSignInLink = publicAction({
  input: z.object({ link: z.string().max(200), browser: z.string() }),
  output: z.object({ email: z.string(), isAskingBrowser: z.boolean() }),
  async run(cx, { link, browser }) {
    const signIn = await getByLink(cx, link)
    return { email: signIn.email, isAskingBrowser: signIn.browser_hash === hashSecret(browser) }
  },
})

async function getByLink(cx: Reading & Pick<Outside, "keyring" | "addresses">, link: string): Promise<SignIn> {
  const id = signInIdIn(cx, link)
  const signIn = id === undefined ? undefined : await findSignIn(cx, id)
  if (!signIn) throw signInIsOver()
  return signIn
}
