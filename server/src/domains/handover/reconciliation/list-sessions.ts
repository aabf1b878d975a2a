import type { Context, Inside } from "#access/context.ts"
import { type Account, type CheckoutSession, ProcessorError, type SessionPage } from "#adapters/payments/port.ts"
import { enqueue } from "#jobs/job-store.ts"
import {
  advanceListing,
  findListing,
  findPaymentAccount,
  findReferences,
  type SessionListingRow,
} from "../payment-accounts/index.ts"
import { judgeSession } from "../payments/index.ts"
import type { PurchaseState } from "../purchase-states.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A listing starts this long before the end of the previous one, since a session is paid after it was made. */
const overlapMs = 6 * hourMs

/** How far back the first listing of an account goes. */
const firstMs = 7 * 24 * hourMs

/** How many pages one run reads. The rest waits for the next sweep. */
const pagesAtOnce = 5

/** How long to wait before a failed listing continues. */
const pauseMs = 5 * minuteMs

/**
 * Compares an account's sessions at the processor with our purchases, starting where the last listing ended. Finds
 * sales that are missing here, because the database was restored from a backup or a response was lost. The list is only
 * a hint: jobs ask about each session it shows.
 */
export async function listSessions(cx: Context, { account: id }: { account: string }): Promise<void> {
  const account = await findPaymentAccount(cx, id)
  let listing = account && (await findListing(cx, id))
  for (let pages = 0; account && listing && pages < pagesAtOnce; pages++) {
    const page = await readPage(cx, account, listing)
    if (!page) return
    const from = listing
    listing = await cx.atomically((cx) => takePage(cx, from, page))
    if (page.next === null) return
  }
  const rest = listing
  if (rest) await cx.atomically((cx) => advanceListing(cx, rest, { next_at: cx.now() }))
}

/** Reads a page. Undefined when the processor's response is missing or wrong; then the listing continues later. */
async function readPage(cx: Context, account: Account, listing: SessionListingRow): Promise<SessionPage | undefined> {
  const { listed_to, cursor } = listing
  const createdFrom = listed_to === null ? cx.now() - firstMs : listed_to - overlapMs
  try {
    const page = await cx.payments.listSessions(account, { createdFrom, ...(cursor === null ? {} : { cursor }) })
    if (page.next === null || page.next !== cursor) return page
    throw new ProcessorError("unknown", "The processor answered a page that leads to itself.")
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    cx.log.warn({ account: account.id, outcome: error.outcome }, "The sessions of an account were not listed.")
    // A cursor that the processor no longer knows stays unknown, so the listing starts again.
    const anew = error.outcome === "account-fault" ? { cursor: null, began_at: null } : {}
    await cx.atomically((cx) => advanceListing(cx, listing, { ...anew, next_at: cx.now() + pauseMs }))
    return undefined
  }
}

/** Enqueues jobs for a page's sessions and records it as read, all or nothing. Undefined if another process has. */
async function takePage(
  cx: Inside,
  listing: SessionListingRow,
  { sessions, next }: SessionPage,
): Promise<SessionListingRow | undefined> {
  const began_at = listing.began_at ?? cx.now()
  const isOver = next === null
  const advanced = await advanceListing(
    cx,
    listing,
    isOver ? { cursor: null, began_at: null, listed_to: began_at } : { cursor: next, began_at },
  )
  if (!advanced) return undefined
  const named = sessions.filter(({ id, reference }) => /^\w+$/.test(id) && /^\w+$/.test(reference))
  const known = await findReferences(
    cx,
    named.map(({ reference }) => reference),
  )
  for (const session of named) await lookAfter(cx, listing.account, { session, purchase: known.get(session.reference) })
  return advanced
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
  // A checkout that is being opened has no session yet. If nobody continues it, the reconciler ends it.
  const isBeingOpened = verdict === "open" && purchase?.session_id === null
  if (!isPaid && (verdict !== "open" || isBeingOpened)) return
  const { id: sessionId, reference, offerId, amountCents, currency } = session
  const found = { account, sessionId, reference, offerId, amountCents, currency, isPaid, foundAt: cx.now() }
  await enqueue(cx, "adopt-session", { payload: found, dedupeKey: `adopt:${account}:${sessionId}` })
}

/** States that a payment, or a payment under way, changes. */
const unpaid: ReadonlySet<PurchaseState> = new Set(["open", "pending_async", "expired", "failed"])
