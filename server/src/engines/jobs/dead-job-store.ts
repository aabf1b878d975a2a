import type { Context, Reading } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { dayMs } from "#kernel/time/units.ts"
import { deleteOldest } from "#storage/delete-rows.ts"

const deadMs = 90 * dayMs

/** Deletes jobs that were given up 90 days ago. The tables of their subjects still show what went wrong. */
export function sweepDeadJobs(cx: Context): Promise<void> {
  const until = cx.now() - deadMs - 1
  const dead = { table: "jobs", key: "id", time: "dead_at" } as const
  return inBatches(cx, (cx, limit) => deleteOldest(cx.db, dead, { until, limit }))
}

export async function countJobs(cx: Reading): Promise<{ waiting: number; running: number; dead: number }> {
  const { waiting, running, dead } = await cx.db
    .selectFrom("jobs")
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere("dead_at", "is", null).filterWhere("lease", "is", null).as("waiting"),
      fn.countAll<number>().filterWhere("dead_at", "is", null).filterWhere("lease", "is not", null).as("running"),
      fn.countAll<number>().filterWhere("dead_at", "is not", null).as("dead"),
    ])
    .executeTakeFirstOrThrow()
  return { waiting, running, dead }
}
