import type { Context } from "#access/context.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import { isFull, storeListedEvents } from "../events/index.ts"
import { eventListings } from "../payment-accounts/index.ts"
import { hasSoldSince } from "../purchases/index.ts"
import { walkListing } from "./walk-listing.ts"
import { watchHook } from "./watch-hook.ts"

/** Events appear in the list a little late, and clocks differ. */
const overlapMs = 15 * minuteMs

const listedMs = 30 * dayMs

/**
 * Stores the listed events that no webhook brought. So lost webhooks and a restored backup delay refunds and disputes
 * by about ten minutes. A processor account without sales for 30 days is listed every hour.
 */
export async function listEvents(cx: Context, { processorAccount }: { processorAccount: string }): Promise<void> {
  // Listed events and webhook events share one limit. The cursor stays, so no event is skipped.
  if (await isFull(cx, processorAccount)) return
  const isRead = await walkListing(cx, processorAccount, {
    ...{ listings: eventListings, what: "events", firstMs: listedMs, overlapMs },
    read: cx.payments.listEvents,
    take: (cx, processorAccount, { events }) => storeListedEvents(cx, processorAccount, events),
  })
  const isSilent = await watchHook(cx, processorAccount)
  if (!isRead || isSilent || (await hasSoldSince(cx, processorAccount, cx.now() - listedMs))) return
  const listing = await eventListings.find(cx, processorAccount)
  if (listing) await cx.atomically((cx) => eventListings.advance(cx, listing, { next_at: cx.now() + 60 * minuteMs }))
}
