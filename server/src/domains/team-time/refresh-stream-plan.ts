import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { ServiceError } from "#kernel/error.ts"
import { fetchStreamPlan, fineUntilNext, refreshEveryMs, toPlanToFetch } from "./fetch-stream-plan.ts"
import { findDueStreamPlan, listDueStreamPlans, recordRefresh } from "./stream-plan-store.ts"

const plansPerSweep = 200
const longestWaitMs = 6 * 3_600_000

/**
 * Fetches a stream plan that is due. What fails is recorded for its member, with the events of before left as they
 * were, and is tried again later and later, up to every six hours.
 */
export async function refreshStreamPlan(cx: Context, { planId }: { planId: string }): Promise<void> {
  const row = await findDueStreamPlan(cx, planId)
  if (!row) return
  try {
    const read = await fetchStreamPlan(cx, toPlanToFetch(cx, row))
    await cx.atomically((cx) => recordRefresh(cx, row, read ?? fineUntilNext(cx)))
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "invalid_request") throw error
    const failures = row.failures + 1
    const waitMs = Math.min(longestWaitMs, refreshEveryMs * 2 ** Math.min(failures - 1, 10))
    const failed = {
      failures,
      failed_at: row.failed_at ?? cx.now(),
      error: [error.message, error.hint].filter(Boolean).join(" "),
      due_at: cx.now() + waitMs,
    }
    await cx.atomically((cx) => recordRefresh(cx, row, failed))
  }
}

/** Puts a refresh in the outbox for each plan that is due. Answers how many. */
export async function enqueueDueStreamPlans(cx: Context): Promise<number> {
  const due = await listDueStreamPlans(cx, plansPerSweep)
  await cx.atomically(async (cx) => {
    for (const { id } of due) {
      await enqueue(cx, "refresh-stream-plan", { payload: { planId: id }, dedupeKey: `stream-plan:${id}` })
    }
  })
  return due.length
}
