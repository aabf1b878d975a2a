import type { Context } from "#access/context.ts"
import { notify } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import { findSilence, isFull, noteMissed, noteSilenceReported, storeListedEvents } from "../events/index.ts"
import { eventListings, findPaymentAccountRow } from "../payment-accounts/index.ts"
import { hasSoldSince } from "../purchases/index.ts"
import { walkListing } from "./walk-listing.ts"

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

const missedAtMost = 2

/**
 * Reports a processor account's silent webhook, once per silence: two listings in a row found something older than 15
 * minutes that it missed. Returns whether the webhook misses something now.
 */
async function watchHook(cx: Context, processorAccount: string): Promise<boolean> {
  const row = await findPaymentAccountRow(cx, processorAccount)
  const isMissed = await findSilence(cx, processorAccount, row?.hook_made_at ?? 0)
  await cx.atomically(async (cx) => {
    const { missed, notified_at } = (await noteMissed(cx, processorAccount, isMissed)) ?? {
      missed: 0,
      notified_at: null,
    }
    if (missed < missedAtMost || notified_at !== null || row?.disabled_at) return
    await noteSilenceReported(cx, processorAccount)
    if (!row)
      return enqueue(cx, "mail-silent-hook", {
        payload: { processorAccount, at: cx.now() },
        dedupeKey: `silent-hook:${processorAccount}`,
      })
    await notify(cx, { workspaceId: row.workspace_id, what: "hook_silent", words: [], thing: processorAccount })
  })
  if (isMissed)
    cx.log.warn({ account: processorAccount }, "The webhook of an account is silent: only its list has the events.")
  return isMissed
}
