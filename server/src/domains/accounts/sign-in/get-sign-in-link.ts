import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { hashSecret } from "#kernel/secret.ts"
import { signInIsOver } from "../sign-in-errors.ts"
import { findByLink } from "./find-by-link.ts"

/** Returns what the link's page shows before the click: the address, and whether this browser requested the link. */
export const getSignInLink = publicAction({
  input: z.object({ link: z.string().max(200), browser: z.string() }),
  output: z.object({ email: z.string(), isAskingBrowser: z.boolean() }),
  async run(cx, { link, browser }) {
    const signIn = await findByLink(cx, link)
    if ("end" in signIn) throw signInIsOver(signIn.end)
    return { email: signIn.email, isAskingBrowser: signIn.browser_hash === hashSecret(browser) }
  },
})
