import type { Context, Inside } from "#access/context.ts"
import type { CheckoutSession, SessionPage } from "#adapters/payments/port.ts"
import { enqueue } from "#jobs/job-store.ts"
import { hourMs } from "#kernel/time/units.ts"
import { findReferences, sessionListings } from "../payment-accounts/index.ts"
import { judgeSession } from "../payments/index.ts"
import type { PurchaseState } from "../purchase-states.ts"
import { walkListing } from "./walk-listing.ts"

/** A listing starts this long before the end of the previous one, since a session is paid after it was opened. */
const overlapMs = 6 * hourMs

const firstMs = 7 * 24 * hourMs

/**
 * Compares an account's sessions at the processor with our purchases. Finds sales that are missing here after a restore
 * from a backup or a lost response. The list is only a hint: jobs ask about each session.
 */
export async function listSessions(cx: Context, { account }: { account: string }): Promise<void> {
  const read = cx.payments.listSessions
  await walkListing(cx, account, {
    listings: sessionListings,
    what: "sessions",
    firstMs,
    overlapMs,
    read,
    take: takePage,
  })
}

async function takePage(cx: Inside, account: string, { sessions }: SessionPage): Promise<void> {
  const named = sessions.filter(({ id, reference }) => /^\w+$/.test(id) && /^\w+$/.test(reference))
  const known = await findReferences(
    cx,
    named.map(({ reference }) => reference),
  )
  for (const session of named) await lookAfter(cx, account, { session, purchase: known.get(session.reference) })
}

type Known = { id: string; state: PurchaseState; session_id: string | null } | undefined

async function lookAfter(
  cx: Inside,
  account: string,
  { session, purchase }: { session: CheckoutSession; purchase: Known },
): Promise<void> {
  const verdict = judgeSession(session)
  const isPaid = verdict === "paid" || verdict === "awaiting"
  if (purchase?.session_id === session.id) {
    const isOlder = unpaid.has(purchase.state) && !(verdict === "awaiting" && purchase.state === "pending_async")
    if (!isPaid || !isOlder) return
    await enqueue(cx, "settle-purchase", { payload: { purchaseId: purchase.id }, dedupeKey: `settle:${purchase.id}` })
    return
  }
  // A checkout that is being opened has no session yet. If no client continues it, the reconciler ends it.
  const isBeingOpened = verdict === "open" && purchase?.session_id === null
  if (!isPaid && (verdict !== "open" || isBeingOpened)) return
  const { id: sessionId, reference, offerId, amountCents, currency } = session
  const found = { account, sessionId, reference, offerId, amountCents, currency, isPaid, foundAt: cx.now() }
  await enqueue(cx, "adopt-session", { payload: found, dedupeKey: `adopt:${account}:${sessionId}` })
}

/** States that a payment, or a payment under way, changes. */
const unpaid: ReadonlySet<PurchaseState> = new Set(["open", "pending_async", "expired", "failed"])
