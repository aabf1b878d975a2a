import type { Anyone } from "#access/action.ts"
import type { Context } from "#access/context.ts"
import { hourlyWaitMs, isWithinHourly, limitHourly } from "#access/hourly-limit.ts"
import { comparableEmail } from "#kernel/email-address.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** How many mails an hour strangers can have us send; `docs/mail.md` says the same. */
export const perNetwork = 30
export const perAddress = 6
/** For addresses that nobody has shown to be theirs, about what nobody paid for. */
export const strangersPerOffer = 300
export const strangersPerSeller = 600

/**
 * Counts a mail to an address that the caller only typed: what is free is not a way to mail strangers.
 *
 * @throws ServiceError `rate_limited`.
 */
export async function limitUnasked(cx: Context<Anyone>, email: string): Promise<void> {
  await limitNetwork(cx)
  await limitAddress(cx, email)
}

/** Counts a mail that the caller's network asks for, whatever it is. Throws `rate_limited`. */
export async function limitNetwork(cx: Context<Anyone>): Promise<void> {
  const { network } = cx.exchange
  if (network !== undefined)
    await limitHourly(cx, `mail-network:${network}`, { hits: perNetwork, sentence: tooManyFrom })
}

/** Counts a mail about a purchase to an address. Throws `rate_limited`. */
export async function limitAddress(cx: Context, email: string): Promise<void> {
  await limitHourly(cx, addressCounter(cx, email), { hits: perAddress, sentence: tooManyTo })
}

/** Counts a mail about a purchase to an address and tells whether there may be one more. */
export function isAddressWithin(cx: Context, email: string): Promise<boolean> {
  return isWithinHourly(cx, addressCounter(cx, email), perAddress)
}

/**
 * Counts a mail to a stranger for its offer and its seller. Answers how many milliseconds it has to wait: 0, or until
 * the next hour and up to ten minutes more, so that what waited does not come back all at once.
 */
export async function strangersWaitMs(
  cx: Context,
  { offer_id, workspace_id }: { offer_id: string; workspace_id: WorkspaceId },
): Promise<number> {
  const offerMs = await hourlyWaitMs(cx, `strangers-offer:${offer_id}`, strangersPerOffer)
  const waitMs = offerMs || (await hourlyWaitMs(cx, `strangers-seller:${workspace_id}`, strangersPerSeller))
  return waitMs && waitMs + Math.floor(Math.random() * 600_000)
}

const addressCounter = (cx: Context, email: string) =>
  `mail-address:${cx.keyring.mac("log-address", comparableEmail(email))}`

const tooManyFrom = "Too many mails were asked for from your network in the last hour."
const tooManyTo = "This address got too many mails about purchases in the last hour."
