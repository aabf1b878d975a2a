import { sql } from "kysely"
import type { Inside } from "#access/context.ts"
import { newId } from "#kernel/ids.ts"
import { currentTraceparent } from "#spans/span.ts"
import { afterCommit } from "#storage/after-commit.ts"
import { argsOf, preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { type JobKind, type JobPayloads, laneOf } from "./jobs.ts"

const listeners = new Set<() => void>()

interface Work<Kind extends JobKind> {
  payload: JobPayloads[Kind]
  /** Epoch milliseconds when the job is due. Without it the job is due at once. */
  runAt?: number
  /** A new job is merged into a waiting one with the same key, not into a running one: that may have read already. */
  dedupeKey?: string | null
  /** The trace that it belongs to. Left out or null, the current one. */
  traceparent?: string | null
}

/** Adds a job to the outbox, in the caller's transaction. It runs at least once if that commits, otherwise never. */
export async function enqueue<Kind extends JobKind>(
  cx: Inside,
  kind: Kind,
  { payload, runAt = cx.now(), dedupeKey = null, traceparent }: Work<Kind>,
): Promise<void> {
  await insert(cx.db, {
    ...{ id: newId("job"), kind, lane: laneOf[kind], payload: JSON.stringify(payload), dedupe_key: dedupeKey },
    ...{ run_at: runAt, created_at: cx.now(), traceparent: traceparent ?? currentTraceparent() ?? null },
  })
  announceJobs(cx)
}

type NewJob = Omit<Schema["jobs"], "attempts" | "lease" | "dead_at" | "last_error">

const insert = preparedWrite<NewJob, object>((db, arg) =>
  db
    .insertInto("jobs")
    .values({
      ...argsOf(arg, "id", "kind", "lane", "payload", "dedupe_key", "run_at", "created_at", "traceparent"),
      ...{ attempts: 0, lease: null, dead_at: null, last_error: null },
    })
    // "Do nothing" would not be enough: the update locks the waiting job, so it starts after this transaction has ended
    // and sees its changes. A job that waits after a failure keeps its time.
    .onConflict((conflict) =>
      conflict.column("dedupe_key").where("lease", "is", null).where("dead_at", "is", null).doUpdateSet({
        run_at: sql<number>`case when jobs.attempts = 0 and excluded.run_at < jobs.run_at then excluded.run_at else jobs.run_at end`,
      }),
    ),
)

/** Wakes the workers of this process after the commit of this transaction. */
export function announceJobs(cx: Inside): void {
  afterCommit(cx.db, announce)
}

/** Calls `listener` after each commit of a job by this process. Returns a function that stops this. */
export function onEnqueued(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(): void {
  for (const listener of listeners) listener()
}
