import type { Reading } from "#access/context.ts"
import { retain } from "#access/retention-store.ts"
import { dayMs } from "#kernel/time/units.ts"

/** Jobs that were given up. The tables of their subjects still show what went wrong. */
export const jobRetention = [
  retain(
    { table: "jobs", keys: ["id"], time: "dead_at" },
    { ms: 90 * dayMs, note: "one that is done is deleted at once" },
  ),
]

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
