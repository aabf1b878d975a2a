import type { Context, Inside, Reading } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { noTwinWaits } from "./queue-store.ts"

export interface DeadJob {
  id: string
  kind: string
  attempts: number
  lastError: string | null
  createdAt: number
  deadAt: number
}

/** The jobs that were given up, newest first. For operators: an error may quote what a foreign server said. */
export async function listDeadJobs(cx: Reading, { limit = 100 } = {}): Promise<DeadJob[]> {
  const rows = await cx.db
    .selectFrom("jobs")
    .select(["id", "kind", "attempts", "last_error", "created_at", "dead_at"])
    .where("dead_at", "is not", null)
    .orderBy("dead_at", "desc")
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    deadAt: row.dead_at as number,
  }))
}

/** Gives a dead job all its tries again, from now. Answers false when it is not dead, or when the same work waits. */
export async function retryDeadJob(cx: Inside, id: string): Promise<boolean> {
  const { numUpdatedRows } = await cx.db
    .updateTable("jobs")
    .set({ dead_at: null, attempts: 0, run_at: cx.now() })
    .where("id", "=", id)
    .where("dead_at", "is not", null)
    .where(noTwinWaits)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const deadMs = 90 * 86_400_000

/** Removes jobs that were given up 90 days ago; what they were about is in its own table. */
export function sweepDeadJobs(cx: Context): Promise<void> {
  const before = cx.now() - deadMs
  return inBatches(cx, async (cx, limit) => {
    const old = cx.db.selectFrom("jobs").select("id").where("dead_at", "<", before).orderBy("dead_at").limit(limit)
    const removed = await cx.db.deleteFrom("jobs").where("id", "in", old).executeTakeFirst()
    return Number(removed.numDeletedRows)
  })
}

/** How many jobs are in the outbox, for the metrics. */
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
