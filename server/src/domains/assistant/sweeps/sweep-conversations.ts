import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { dayMs } from "#kernel/time/units.ts"
import { conversationDaysKept } from "../kept-days.ts"
import { sweepRested, sweepTables } from "./sweep-store.ts"

/** How long the records of calls, changed permissions and spent tokens are kept. */
const recordMs = 400 * dayMs

export async function sweepConversations(cx: Context): Promise<void> {
  await inBatches(cx, (cx, limit) => sweepRested(cx, { usualMs: conversationDaysKept * dayMs, limit }))
  await cx.atomically((cx) => sweepTables(cx, cx.now() - recordMs))
}
