import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { showLatestMails, shownMail } from "#domains/mails/index.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { hashSecret } from "#kernel/secret.ts"
import { signInIsOver } from "../sign-in-errors.ts"
import { findSignIn, findSignInEnd } from "./sign-in-store.ts"

/** Returns what a browser that waits for a code may know about its sign-in. */
export const getSignIn = publicAction({
  input: z.object({ signInId: lenientIdInput, browser: z.string() }),
  output: z.object({
    email: z.string(),
    returnTo: z.string(),
    mail: shownMail.nullable().describe("The mail with the code; null before its first try."),
  }),
  async run(cx, { signInId, browser }) {
    const signIn = await findSignIn(cx, signInId)
    const browserHash = hashSecret(browser)
    if (signIn?.browser_hash !== browserHash) throw signInIsOver(await findSignInEnd(cx, signInId, browserHash))
    const about = { kinds: ["mail-sign-in"], workspaceId: null, abouts: [signInId] } as const
    const mailOf = await showLatestMails(cx, about)
    return { email: signIn.email, returnTo: signIn.return_to, mail: mailOf(signInId) }
  },
})
