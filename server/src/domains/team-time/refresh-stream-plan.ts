import type { Context, Inside } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import { notify } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { ServiceError } from "#kernel/error.ts"
import { hourMs } from "#kernel/time/units.ts"
import { fetchStreamPlan, fineUntilNext, refreshEveryMs, toPlanToFetch } from "./fetch-stream-plan.ts"
import { findDueStreamPlan, listDueStreamPlans, recordRefresh, type StreamPlanRow } from "./stream-plan-store.ts"

const plansPerSweep = 200
const longestWaitMs = 6 * hourMs

/** After a failure the known events stay. Each one doubles the delay, up to six hours, or more by `Retry-After`. */
export async function refreshStreamPlan(cx: Context, { planId }: { planId: string }): Promise<void> {
  const row = await findDueStreamPlan(cx, planId)
  if (!row) return
  try {
    const read = await fetchStreamPlan(cx, toPlanToFetch(cx, row))
    await cx.atomically(async (cx) => {
      const isRecorded = await recordRefresh(cx, row, read ?? fineUntilNext(cx))
      if (read || row.failures > 0) noteChange(cx, { workspaceId: row.workspace_id, kind: "team-time" })
      if (isRecorded && row.failed_at !== null) await tellMember(cx, row, { what: "calendar_works", words: [] })
    })
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== "invalid_request") throw error
    const failures = row.failures + 1
    const waitMs = Math.min(longestWaitMs, refreshEveryMs * 2 ** Math.min(failures - 1, 10))
    const failed = {
      failures,
      failed_at: row.failed_at ?? cx.now(),
      error: [error.message, error.hint].filter(Boolean).join(" "),
      due_at: cx.now() + Math.max(waitMs, (error.retryAfterSeconds ?? 0) * 1_000),
    }
    await cx.atomically(async (cx) => {
      const isRecorded = await recordRefresh(cx, row, failed)
      noteChange(cx, { workspaceId: row.workspace_id, kind: "team-time" })
      const isNew = isRecorded && row.failed_at === null
      if (isNew) await tellMember(cx, row, { what: "calendar_failing", words: [error.message.replace(/\.$/, "")] })
    })
  }
}

function tellMember(
  cx: Inside,
  { workspace_id: workspaceId, account_id: accountId }: StreamPlanRow,
  happened: { what: "calendar_failing" | "calendar_works"; words: string[] },
): Promise<void> {
  return notify(cx, { ...happened, workspaceId, thing: null, named: [accountId] })
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
