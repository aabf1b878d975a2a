import type { Outside } from "#access/context.ts"
import { limitHourly } from "#access/limits/hourly-limit.ts"
import { isKnownBrowser } from "../known-browser.ts"

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
export async function limitSignInMails(
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
