import type { Context, Inside } from "#access/context.ts"
import { type Listing, type ProcessorAccount, ProcessorError } from "#adapters/payments/port.ts"
import { minuteMs } from "#kernel/time/units.ts"
import {
  findPaymentAccount,
  type ListingRow,
  type Listings,
  noteProcessorAccountFault,
} from "../payment-accounts/index.ts"

/** How many pages one run reads. The rest waits for the next sweep. */
const pagesAtOnce = 5

/** How long to wait before a failed listing continues. */
const pauseMs = 5 * minuteMs

export interface Walk<Page extends { next: string | null }> {
  listings: Listings
  what: string
  /** The period of a processor account's first listing. */
  firstMs: number
  /** How long before the end of the previous listing the next one starts. */
  overlapMs: number
  read(processorAccount: ProcessorAccount, listing: Listing): Promise<Page>
  /** Handles a page, in the transaction that records it as read. */
  take(cx: Inside, processorAccount: string, page: Page): Promise<void>
}

/** Reads an account's list from the end of the last listing on. True at its end; otherwise the next sweep continues. */
export async function walkListing<Page extends { next: string | null }>(cx: Context, id: string, walk: Walk<Page>) {
  const processorAccount = await findPaymentAccount(cx, id)
  let listing = processorAccount && (await walk.listings.find(cx, id))
  for (let pages = 0; processorAccount && listing && pages < pagesAtOnce; pages++) {
    const from = listing
    const page = await readPage(cx, { processorAccount, listing, walk })
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
  { processorAccount, listing, walk }: { processorAccount: ProcessorAccount; listing: ListingRow; walk: Walk<Page> },
): Promise<Page | undefined> {
  const { listed_to, cursor } = listing
  const createdFrom = listed_to === null ? cx.now() - walk.firstMs : listed_to - walk.overlapMs
  try {
    const page = await walk.read(processorAccount, { createdFrom, ...(cursor === null ? {} : { cursor }) })
    if (page.next === null || page.next !== cursor) return page
    throw new ProcessorError("unknown", "The processor answered a page that leads to itself.")
  } catch (error) {
    if (!(error instanceof ProcessorError)) throw error
    await noteProcessorAccountFault(cx, processorAccount.id, error)
    cx.log.warn(
      { account: processorAccount.id, outcome: error.outcome },
      `The ${walk.what} of an account were not listed.`,
    )
    // A cursor that the processor no longer knows stays unknown, so the listing starts again.
    const restart = error.outcome === "account-fault" ? { cursor: null, began_at: null } : {}
    await cx.atomically((cx) => walk.listings.advance(cx, listing, { ...restart, next_at: cx.now() + pauseMs }))
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
  if (advanced) await walk.take(cx, from.processor_account, page)
  return advanced
}
