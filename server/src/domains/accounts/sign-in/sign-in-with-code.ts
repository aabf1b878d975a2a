import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { hashSecret } from "#kernel/secret.ts"
import { findAccountByEmail } from "../account-store.ts"
import { browserProofOf } from "../known-browser.ts"
import { networkOf, notAdmitted, noteFailure, signInIsOver, wrongCode } from "../sign-in-errors.ts"
import { isAdmitted } from "./admit.ts"
import { completeSignIn } from "./complete-sign-in.ts"
import { isCodeOf } from "./sign-in-secrets.ts"
import { countTry, findSignIn, maxCodeTries } from "./sign-in-store.ts"

/** Signs a browser in with the mailed code. Every try is counted and committed, right or wrong. */
export const signInWithCode = publicAction({
  input: z.object({
    signInId: lenientIdInput,
    code: z.string().max(40).describe("The eight digits; spaces do not matter."),
    browser: z.string().describe("The secret in this browser's cookie."),
    userAgent: z.string(),
  }),
  output: z.object({ token: z.string(), browserProof: z.string(), returnTo: z.string() }),
  async run(cx, { signInId, code, browser, userAgent }) {
    const waiting = await findSignIn(cx, signInId)
    if (!waiting) throw noteFailure(cx, signInIsOver(), { reason: "over" })
    if (!(await isAdmitted(cx, waiting.email))) throw noteFailure(cx, notAdmitted(), { reason: "not_admitted" })
    const isRight = isCodeOf(cx, signInId, code)
    const outcome = await cx.atomically(async (cx) => {
      const tried = await countTry(cx, signInId, hashSecret(browser))
      if (!tried) return { refusal: signInIsOver() }
      if (!isRight) return { refusal: wrongCode(maxCodeTries - tried.tries) }
      return completeSignIn(cx, signInId, userAgent)
    })
    if ("refusal" in outcome) {
      const accountId = (await findAccountByEmail(cx, waiting.email))?.id
      throw noteFailure(cx, outcome.refusal, { reason: isRight ? "over" : "wrong_code", accountId })
    }
    const { token, accountId, email, returnTo } = outcome
    recordSecurityEvent(cx, "signed_in", { accountId, reason: "code", network: networkOf(cx.caller) })
    return { token, browserProof: browserProofOf(cx, email), returnTo }
  },
})
