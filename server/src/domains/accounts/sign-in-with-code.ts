import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { idInput } from "#kernel/form-input.ts"
import { hashSecret } from "#kernel/secret.ts"
import { isAdmitted } from "./admit.ts"
import { completeSignIn } from "./complete-sign-in.ts"
import { browserProofOf } from "./known-browser.ts"
import { notAdmitted, signInIsOver, wrongCode } from "./sign-in-errors.ts"
import { isCodeOf } from "./sign-in-secrets.ts"
import { countTry, findSignIn, maxTries } from "./sign-in-store.ts"

/** Signs a browser in with the code that was mailed for it. Each try counts, and commits, whether it is right or not. */
export const signInWithCode = publicAction({
  input: z.object({
    signInId: idInput,
    code: z.string().max(40).describe("The eight digits; spaces do not matter."),
    browser: z.string().describe("The secret in this browser's cookie."),
    userAgent: z.string(),
  }),
  output: z.object({ token: z.string(), browserProof: z.string(), returnTo: z.string() }),
  async run(cx, { signInId, code, browser, userAgent }) {
    const waiting = await findSignIn(cx, signInId)
    if (!waiting) throw signInIsOver()
    if (!(await isAdmitted(cx, waiting.email))) throw notAdmitted()
    const isRight = isCodeOf(cx, signInId, code)
    const outcome = await cx.atomically(async (cx) => {
      const tried = await countTry(cx, signInId, hashSecret(browser))
      if (!tried) return { refusal: signInIsOver() }
      if (!isRight) return { refusal: wrongCode(maxTries - tried.tries) }
      return completeSignIn(cx, signInId, userAgent)
    })
    if ("refusal" in outcome) throw outcome.refusal
    cx.log.info({ accountId: outcome.accountId, by: "code" }, "Somebody signed in.")
    const { token, email, returnTo } = outcome
    return { token, browserProof: browserProofOf(cx, email), returnTo }
  },
})
