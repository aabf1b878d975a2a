import type { Context, Inside } from "#access/context.ts"
import type { CheckoutSession, CheckoutSessionPage } from "#adapters/payments/port.ts"
import { enqueue } from "#jobs/job-store.ts"
import { hourMs } from "#kernel/time/units.ts"
import { checkoutSessionListings, findReferences } from "../payment-accounts/index.ts"
import { judgeCheckoutSession } from "../payments/index.ts"
import type { PurchaseState } from "../purchase-states.ts"
import { walkListing } from "./walk-listing.ts"

/** A listing starts this long before the end of the last one: a checkout session is paid after it was opened. */
const overlapMs = 6 * hourMs

const firstMs = 7 * 24 * hourMs

/**
 * Compares a processor account's checkout sessions at the processor with our purchases. Finds sales that are missing
 * here after a restore from a backup or a lost response. The list is only a hint: jobs ask about each checkout session.
 */
export async function listCheckoutSessions(cx: Context, { processorAccount }: { processorAccount: string }) {
  const read = cx.payments.listCheckoutSessions
  await walkListing(cx, processorAccount, {
    listings: checkoutSessionListings,
    what: "sessions",
    firstMs,
    overlapMs,
    read,
    take: takePage,
  })
}

async function takePage(cx: Inside, processorAccount: string, { checkoutSessions }: CheckoutSessionPage) {
  const named = checkoutSessions.filter(({ id, reference }) => /^\w+$/.test(id) && /^\w+$/.test(reference))
  const known = await findReferences(
    cx,
    named.map(({ reference }) => reference),
  )
  for (const checkoutSession of named)
    await lookAfter(cx, processorAccount, { checkoutSession, purchase: known.get(checkoutSession.reference) })
}

type Known = { id: string; state: PurchaseState; checkout_session_id: string | null } | undefined

async function lookAfter(
  cx: Inside,
  processorAccount: string,
  { checkoutSession, purchase }: { checkoutSession: CheckoutSession; purchase: Known },
): Promise<void> {
  const verdict = judgeCheckoutSession(checkoutSession)
  const isPaid = verdict === "paid" || verdict === "awaiting"
  if (purchase?.checkout_session_id === checkoutSession.id) {
    const isOlder = unpaid.has(purchase.state) && !(verdict === "awaiting" && purchase.state === "pending_async")
    if (!isPaid || !isOlder) return
    await enqueue(cx, "settle-purchase", { payload: { purchaseId: purchase.id }, dedupeKey: `settle:${purchase.id}` })
    return
  }
  // A checkout that is being opened has no checkout session yet. If no client continues it, the reconciler ends it.
  const isBeingOpened = verdict === "open" && purchase?.checkout_session_id === null
  if (!isPaid && (verdict !== "open" || isBeingOpened)) return
  const { id: checkoutSessionId, reference, offerId, amountCents, currency } = checkoutSession
  const found = {
    processorAccount,
    checkoutSessionId,
    reference,
    offerId,
    amountCents,
    currency,
    isPaid,
    foundAt: cx.now(),
  }
  await enqueue(cx, "adopt-session", { payload: found, dedupeKey: `adopt:${processorAccount}:${checkoutSessionId}` })
}

/** States that a payment, or a payment under way, changes. */
const unpaid: ReadonlySet<PurchaseState> = new Set(["open", "pending_async", "expired", "failed"])
