import type { Outside } from "#access/context.ts"
import { limitHourly } from "#access/limits/hourly-limit.ts"
import { isKnownBrowser } from "../known-browser.ts"

const fromHere = {
  hits: 5,
  sentence: "Too many sign-in emails to this address from your network.",
}
const fromNetwork = {
  hits: 20,
  sentence: "Too many sign-in emails from your network.",
}
const toAddress = { hits: 20, sentence: "Too many sign-in emails to this address." }
const fromKnownBrowsers = {
  hits: 5,
  sentence: "You requested too many sign-in emails.",
}

/**
 * Limits sign-in mails by sender and recipient. Browsers that have signed in with the address before have their own
 * limit, so that strangers cannot lock out its owner. A mail refused for the pair of network and address counts for
 * neither alone. Throws `rate_limited`.
 */
export async function limitSignInMails(
  cx: Pick<Outside, "counters" | "keyring">,
  { email, network, proofs }: { email: string; network: string; proofs: readonly string[] },
): Promise<void> {
  const address = cx.keyring.mac("log-address", email)
  if (isKnownBrowser(cx, proofs, email)) return limitHourly(cx, `sign-in-known:${address}`, fromKnownBrowsers)
  await limitHourly(cx, `sign-in-pair:${network}:${address}`, fromHere)
  await limitHourly(cx, `sign-in-network:${network}`, fromNetwork)
  await limitHourly(cx, `sign-in-address:${address}`, toAddress)
}
