import { z } from "zod"
import { type Anyone, publicAction } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import type { ServiceError } from "#kernel/error.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { hashSecret } from "#kernel/secret.ts"
import { readDigitCode } from "#kernel/typed-text.ts"
import { findAccountByEmail } from "../account-store.ts"
import { browserProofOf } from "../known-browser.ts"
import { networkOf, notACode, notAdmitted, noteFailure, signInIsOver, wrongCode } from "../sign-in-errors.ts"
import { isAdmitted } from "./admit.ts"
import { completeSignIn } from "./complete-sign-in.ts"
import { codeLength, isCodeOf } from "./sign-in-secrets.ts"
import { countTry, findSignIn, findSignInEnd, maxCodeTries } from "./sign-in-store.ts"

/** Signs a browser in with the mailed code. Every try with eight digits is counted and committed, right or wrong. */
export const signInWithCode = publicAction({
  input: z.object({
    signInId: lenientIdInput,
    code: z.string().max(200).describe("The eight digits, of any script; other characters do not matter."),
    browser: z.string().describe("The secret in this browser's cookie."),
    userAgent: z.string(),
  }),
  output: z.object({ token: z.string(), browserProof: z.string(), returnTo: z.string() }),
  async run(cx, { signInId, code, browser, userAgent }) {
    const browserHash = hashSecret(browser)
    const waiting = await findSignIn(cx, signInId)
    if (!waiting) throw await refusalOf(cx, signInId, browserHash)
    if (!(await isAdmitted(cx, waiting.email))) throw noteFailure(cx, notAdmitted(), { reason: "not_admitted" })
    const digits = readDigitCode(code, codeLength)
    if (digits.length !== codeLength) throw noteFailure(cx, notACode(codeLength), { reason: "wrong_code" })
    const isRight = isCodeOf(cx, signInId, digits)
    const outcome = await cx.atomically(async (cx) => {
      const tried = await countTry(cx, signInId, browserHash)
      if (!tried) return "over"
      return isRight ? completeSignIn(cx, signInId, userAgent) : { triesLeft: maxCodeTries - tried.tries }
    })
    if (outcome === "over") throw await refusalOf(cx, signInId, browserHash)
    if ("triesLeft" in outcome) {
      const accountId = (await findAccountByEmail(cx, waiting.email))?.id
      throw noteFailure(cx, wrongCode(outcome.triesLeft), { reason: "wrong_code", accountId })
    }
    const { token, accountId, email, returnTo } = outcome
    recordSecurityEvent(cx, "signed_in", { accountId, reason: "code", network: networkOf(cx.caller) })
    return { token, browserProof: browserProofOf(cx, email), returnTo }
  },
})

async function refusalOf(cx: Context<Anyone>, signInId: string, browserHash: string): Promise<ServiceError> {
  const reason = await findSignInEnd(cx, signInId, browserHash)
  return noteFailure(cx, signInIsOver(reason), { reason })
}
