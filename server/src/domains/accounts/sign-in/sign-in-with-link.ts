import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { browserProofOf } from "../known-browser.ts"
import { networkOf, notAdmitted, noteFailure, signInIsOver } from "../sign-in-errors.ts"
import { isAdmitted } from "./admit.ts"
import { completeSignIn } from "./complete-sign-in.ts"
import { findByLink } from "./find-by-link.ts"

/** Any browser may, since only the owner reads the mail. It takes a click, because mail filters open every link. */
export const signInWithLink = publicAction({
  input: z.object({ link: z.string().max(200).describe("The last part of the link."), userAgent: z.string() }),
  output: z.object({ token: z.string(), browserProof: z.string(), returnTo: z.string() }),
  async run(cx, { link, userAgent }) {
    const signIn = await findByLink(cx, link)
    if ("end" in signIn) throw noteFailure(cx, signInIsOver(signIn.end), { reason: signIn.end })
    const { id, email } = signIn
    if (!(await isAdmitted(cx, email))) throw noteFailure(cx, notAdmitted(), { reason: "not_admitted" })
    const { token, accountId, returnTo } = await cx.atomically((cx) => completeSignIn(cx, id, userAgent))
    recordSecurityEvent(cx, "signed_in", { accountId, reason: "link", network: networkOf(cx.caller) })
    return { token, browserProof: browserProofOf(cx, email), returnTo }
  },
})
