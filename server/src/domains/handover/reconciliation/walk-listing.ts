import type { Context, Inside } from "#access/context.ts"
import { type Account, type Listing, ProcessorError } from "#adapters/payments/port.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { findPaymentAccount, type ListingRow, type Listings, noteAccountFault } from "../payment-accounts/index.ts"

/** How many pages one run reads. The rest waits for the next sweep. */
const pagesAtOnce = 5

/** How long to wait before a failed listing continues. */
const pauseMs = 5 * minuteMs

export interface Walk<Page extends { next: string | null }> {
  listings: Listings
  what: string
  /** The period of an account's first listing. */
  firstMs: number
  /** How long before the end of the previous listing the next one starts. */
  overlapMs: number
  read(account: Account, listing: Listing): Promise<Page>
  /** Handles a page, in the transaction that records it as read. */
  take(cx: Inside, account: string, page: Page): Promise<void>
}

/** Reads an account's list from the end of the last listing on. True at its end; otherwise the next sweep continues. */
export async function walkListing<Page extends { next: string | null }>(
  cx: Context,
  id: string,
  walk: Walk<Page>,
): Promise<boolean> {
  const account = await findPaymentAccount(cx, id)
  let listing = account && (await walk.listings.find(cx, id))
  for (let pages = 0; account && listing && pages < pagesAtOnce; pages++) {
    const from = listing
    const page = await readPage(cx, { account, listing, walk })
    if (!page) return false
    listing = await cx.atomically((cx) => takePage(cx, { from, page, walk }))
    if (page.next === null) return listing !== undefined
  }
  const rest = listing
  if (rest) await cx.atomically((cx) => walk.listings.advance(cx, rest, { next_at: cx.now() }))
  return false
}

/** Undefined when the processor's response is missing or wrong; then the listing continues later. */
async function readPage<Page extends { next: string | null }>(
  cx: Context,
  { account, listing, walk }: { account: Account; listing: ListingRow; walk: Walk<Page> },
): Promise<Page | undefined> {
  const { listed_to, cursor } = listing
  const createdFrom = listed_to === null ? cx.now() - walk.firstMs : listed_to - walk.overlapMs
  try {
    const page = await walk.read(account, { createdFrom, ...(cursor === null ? {} : { cursor }) })
    if (page.next === null || page.next !== cursor) return page
    throw new ProcessorError("unknown", "The processor answered a page that leads to itself.")
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    await noteAccountFault(cx, account.id, error)
    cx.log.warn({ account: account.id, outcome: error.outcome }, `The ${walk.what} of an account were not listed.`)
    // A cursor that the processor no longer knows stays unknown, so the listing starts again.
    const anew = error.outcome === "account-fault" ? { cursor: null, began_at: null } : {}
    await cx.atomically((cx) => walk.listings.advance(cx, listing, { ...anew, next_at: cx.now() + pauseMs }))
    return undefined
  }
}

async function takePage<Page extends { next: string | null }>(
  cx: Inside,
  { from, page, walk }: { from: ListingRow; page: Page; walk: Walk<Page> },
): Promise<ListingRow | undefined> {
  const began_at = from.began_at ?? cx.now()
  const isOver = page.next === null
  const set = isOver ? { cursor: null, began_at: null, listed_to: began_at } : { cursor: page.next, began_at }
  const advanced = await walk.listings.advance(cx, from, set)
  if (advanced) await walk.take(cx, from.account, page)
  return advanced
}
