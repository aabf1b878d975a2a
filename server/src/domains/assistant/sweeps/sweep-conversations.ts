import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { dayMs } from "#kernel/time/days.ts"
import { keptDays } from "../kept-days.ts"
import { sweepRested, sweepTables } from "./sweep-store.ts"

/** How long the record of calls, of changed permissions and of spent tokens is kept. */
const recordMs = 400 * dayMs

/** Deletes conversations that rested for too long, wishes that have expired, and lines that are too old. */
export async function sweepConversations(cx: Context): Promise<void> {
  await inBatches(cx, (cx, limit) => sweepRested(cx, { usualMs: keptDays * dayMs, limit }))
  await cx.atomically((cx) => sweepTables(cx, cx.now() - recordMs))
}
