import type { Context } from "#access/context.ts"
import { noteChange } from "#access/note-change.ts"
import { enqueue } from "#jobs/job-store.ts"
import { ServiceError } from "#kernel/error.ts"
import { fetchStreamPlan, fineUntilNext, refreshEveryMs, toPlanToFetch } from "./fetch-stream-plan.ts"
import { findDueStreamPlan, listDueStreamPlans, recordRefresh } from "./stream-plan-store.ts"

const plansPerSweep = 200
const longestWaitMs = 6 * 3_600_000

/** A failure is recorded for its member, and the known events stay. Each one doubles the delay, up to six hours. */
export async function refreshStreamPlan(cx: Context, { planId }: { planId: string }): Promise<void> {
  const row = await findDueStreamPlan(cx, planId)
  if (!row) return
  try {
    const read = await fetchStreamPlan(cx, toPlanToFetch(cx, row))
    await cx.atomically(async (cx) => {
      await recordRefresh(cx, row, read ?? fineUntilNext(cx))
      if (read || row.failures > 0) noteChange(cx, { workspaceId: row.workspace_id, kind: "team-time" })
    })
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
    await cx.atomically(async (cx) => {
      await recordRefresh(cx, row, failed)
      noteChange(cx, { workspaceId: row.workspace_id, kind: "team-time" })
    })
  }
}

export async function enqueueDueStreamPlans(cx: Context): Promise<number> {
  const due = await listDueStreamPlans(cx, plansPerSweep)
  await cx.atomically(async (cx) => {
    for (const { id } of due) {
      await enqueue(cx, "refresh-stream-plan", { payload: { planId: id }, dedupeKey: `stream-plan:${id}` })
    }
  })
  return due.length
}
