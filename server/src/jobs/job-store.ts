import { sql } from "kysely"
import type { Inside } from "#access/context.ts"
import { newId } from "#kernel/ids.ts"
import { afterCommit } from "#storage/after-commit.ts"
import { type JobKind, type JobPayloads, laneOf } from "./jobs.ts"

const listeners = new Set<() => void>()

interface Work<Kind extends JobKind> {
  payload: JobPayloads[Kind]
  /** Epoch milliseconds; left out, at once. */
  runAt?: number
  /**
   * Names the work: while a job with this key waits, another one with it is merged into it. A job that already runs may
   * have read too early, so beside it a new one waits.
   */
  dedupeKey?: string | null
}

/** Puts work in the outbox, in the caller's transaction: it runs if, and only if, that commits, at least once. */
export async function enqueue<Kind extends JobKind>(
  cx: Inside,
  kind: Kind,
  { payload, runAt = cx.now(), dedupeKey = null }: Work<Kind>,
): Promise<void> {
  await cx.db
    .insertInto("jobs")
    .values({
      id: newId("job"),
      kind,
      lane: laneOf[kind],
      payload: JSON.stringify(payload),
      dedupe_key: dedupeKey,
      run_at: runAt,
      attempts: 0,
      lease: null,
      dead_at: null,
      last_error: null,
      created_at: cx.now(),
    })
    // An update rather than nothing: it locks the waiting job, so that it starts only after this transaction has ended
    // and sees what it wrote. A job that waits because it failed keeps its time.
    .onConflict((conflict) =>
      conflict.column("dedupe_key").where("lease", "is", null).where("dead_at", "is", null).doUpdateSet({
        run_at: sql<number>`case when jobs.attempts = 0 and excluded.run_at < jobs.run_at then excluded.run_at else jobs.run_at end`,
      }),
    )
    .execute()
  afterCommit(cx.db, announce)
}

/** Calls `listener` whenever this process has committed a job. Answers the way to stop it. */
export function onEnqueued(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(): void {
  for (const listener of listeners) listener()
}
