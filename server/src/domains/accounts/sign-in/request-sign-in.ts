import { z } from "zod"
import { publicAction } from "#access/action.ts"
import type { Outside } from "#access/context.ts"
import { limitHourly } from "#access/limits/hourly-limit.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { mustBeMailable } from "#domains/mails/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { personEmail } from "#kernel/email-address.ts"
import { newId } from "#kernel/ids.ts"
import { hashSecret } from "#kernel/secret.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { findAccountByEmail } from "../account-store.ts"
import { isKnownBrowser } from "../known-browser.ts"
import { insertSignIn } from "./sign-in-store.ts"

const lifetimeMs = 10 * minuteMs

/** Mails a code and a link to sign in. Neither answer nor timing reveal whether the address has an account. */
export const requestSignIn = publicAction({
  input: z.object({
    email: personEmail.describe("The address to sign in with."),
    returnTo: z.string().max(2_000).describe("The path to go to afterwards."),
    browser: z.string().describe("The secret in the asking browser's cookie; the code works there only."),
    network: z.string().describe("The network of the request."),
    proofs: z.array(z.string()).default([]).describe("Of addresses that this browser has signed in with before."),
  }),
  output: z.object({ signInId: z.string() }),
  async run(cx, { email, returnTo, browser, network, proofs }) {
    await mustBeMailable(cx, { email })
    const accountId = (await findAccountByEmail(cx, email))?.id
    try {
      await limitSignInMails(cx, { email, network, proofs })
    } catch (refusal) {
      recordSecurityEvent(cx, "sign_in_failed", { accountId, reason: "too_many_mails", network })
      throw refusal
    }
    const signInId = newId("signin")
    await cx.atomically(async (cx) => {
      await insertSignIn(cx, {
        id: signInId,
        email,
        browser_hash: hashSecret(browser),
        return_to: returnTo,
        created_at: cx.now(),
        expires_at: cx.now() + lifetimeMs,
      })
      await enqueue(cx, "mail-sign-in", { payload: { signInId } })
    })
    recordSecurityEvent(cx, "sign_in_requested", { accountId, network })
    return { signInId }
  },
})

const tooMany = {
  fromHere: "Too many sign-in emails to this address from your network.",
  fromNetwork: "Too many sign-in emails from your network.",
  toAddress: "Too many sign-in emails to this address.",
  fromKnownBrowsers: "You requested too many sign-in emails.",
  fromAll: "Too many people are requesting sign-in emails.",
}

/**
 * Limits sign-in mails by sender and recipient. Browsers that have signed in with the address before have their own
 * limit, so that strangers cannot lock out its owner. A mail refused for the pair of network and address counts for
 * neither alone, and a refused mail not for the installation. Throws `rate_limited`.
 */
async function limitSignInMails(
  cx: Pick<Outside, "counters" | "keyring" | "limits">,
  { email, network, proofs }: { email: string; network: string; proofs: readonly string[] },
): Promise<void> {
  const { pairSignInMails, networkSignInMails, addressSignInMails, installationSignInMails } = cx.limits
  const address = cx.keyring.mac("log-address", email)
  const limit = (what: string, hits: number, sentence: string) => limitHourly(cx, `sign-in-${what}`, { hits, sentence })
  if (isKnownBrowser(cx, proofs, email)) return limit(`known:${address}`, pairSignInMails, tooMany.fromKnownBrowsers)
  await limit(`pair:${network}:${address}`, pairSignInMails, tooMany.fromHere)
  await limit(`network:${network}`, networkSignInMails, tooMany.fromNetwork)
  await limit(`address:${address}`, addressSignInMails, tooMany.toAddress)
  await limit("installation", installationSignInMails, tooMany.fromAll)
}
