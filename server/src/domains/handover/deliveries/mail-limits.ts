import type { Anyone } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { hourlyWaitMs, isWithinHourly, limitHourly } from "#access/limits/hourly-limit.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Counts a mail to an address that was only typed: free offers must not mail strangers. Throws `rate_limited`. */
export async function limitUnasked(cx: Context<Anyone>, email: string): Promise<void> {
  await limitNetwork(cx)
  await limitAddress(cx, email)
}

/** Counts any mail that the caller's network requests. Throws `rate_limited`. */
export async function limitNetwork(cx: Context<Anyone>): Promise<void> {
  const { network } = cx.exchange
  if (network !== undefined)
    await limitHourly(cx, `mail-network:${network}`, { hits: cx.limits.networkMails, sentence: tooManyFrom })
}

export async function limitAddress(cx: Context, email: string): Promise<void> {
  await limitHourly(cx, addressCounter(cx, email), { hits: cx.limits.addressMails, sentence: tooManyTo })
}

/** Counts a mail about a purchase to an address. Returns whether it may be sent. */
export function isAddressWithin(cx: Context, email: string): Promise<boolean> {
  return isWithinHourly(cx, addressCounter(cx, email), cx.limits.addressMails)
}

/**
 * Counts a mail to a stranger. Returns the wait in milliseconds: 0, or until the next hour plus up to ten random
 * minutes, so that waiting mails are not sent all at once.
 */
export async function strangersWaitMs(
  cx: Context,
  { offer_id, workspace_id }: { offer_id: string; workspace_id: WorkspaceId },
): Promise<number> {
  const { offerMails, sellerMails, installationMails } = cx.limits
  const waitMs =
    (await hourlyWaitMs(cx, `strangers-offer:${offer_id}`, offerMails)) ||
    (await hourlyWaitMs(cx, `strangers-seller:${workspace_id}`, sellerMails)) ||
    (await hourlyWaitMs(cx, "strangers-installation", installationMails))
  return waitMs && waitMs + Math.floor(Math.random() * 600_000)
}

const addressCounter = (cx: Context, email: string) =>
  `mail-address:${cx.keyring.mac("log-address", comparableEmail(email))}`

const tooManyFrom = "Too many emails were requested from your network in the last hour."
const tooManyTo = "Too many emails were sent to this address in the last hour."
