import type { ExpressionBuilder } from "kysely"
import type { Inside, Reading } from "#kernel/context.ts"
import { newId } from "#kernel/ids.ts"
import type { JobKind } from "#kernel/jobs.ts"
import { prepared } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"

/** A job that this process runs, until its lease ends. */
export type ClaimedJob = Pick<Schema["jobs"], "id" | "payload" | "attempts" | "last_error"> & {
  kind: JobKind
  lease: string
}

const firstDue = prepared<object, { run_at: number }>((db) =>
  db.selectFrom("jobs").select("run_at").where("dead_at", "is", null).orderBy("run_at").limit(1),
)

/** When the next job is due, in epoch milliseconds; undefined when none waits. One look at an index. */
export async function findNextDue(cx: Reading): Promise<number | undefined> {
  const [first] = await firstDue(cx.db, {})
  return first?.run_at
}

/**
 * Takes up to `limit` due jobs for `leaseMs` milliseconds, oldest first. No other process has them meanwhile; once the
 * lease has ended (a crash, a hang) they are due again.
 */
export async function claimJobs(
  cx: Inside,
  { limit, leaseMs, skipLocked }: { limit: number; leaseMs: number; skipLocked: boolean },
): Promise<ClaimedJob[]> {
  const lease = newId("lease")
  const rows = await cx.db
    .updateTable("jobs")
    .set((set) => ({ lease, run_at: cx.now() + leaseMs, attempts: set("attempts", "+", 1) }))
    .where("id", "in", (due) =>
      due
        .selectFrom("jobs as due")
        .select("due.id")
        .where("due.dead_at", "is", null)
        .where("due.run_at", "<=", cx.now())
        .orderBy("due.run_at")
        .limit(limit)
        .$if(skipLocked, (query) => query.forUpdate().skipLocked()),
    )
    .returning(["id", "kind", "payload", "attempts", "last_error"])
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as JobKind, lease }))
}

/** Forgets a job that is done. A lease that has passed to another run leaves it alone. */
export async function removeJob(cx: Inside, job: ClaimedJob): Promise<void> {
  await cx.db.deleteFrom("jobs").where("id", "=", job.id).where("lease", "=", job.lease).execute()
}

/** Lets a failed job wait until `runAt`; when the same work waits already, that one stands for both. */
export async function postponeJob(cx: Inside, job: ClaimedJob, { runAt, error }: { runAt: number; error: string }) {
  const { numUpdatedRows } = await cx.db
    .updateTable("jobs")
    .set({ lease: null, run_at: runAt, last_error: error })
    .where("id", "=", job.id)
    .where("lease", "=", job.lease)
    .where(noTwinWaits)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) await removeJob(cx, job)
}

/** Gives a job up. It stays, with its last error, until an operator retries it. */
export async function buryJob(cx: Inside, job: ClaimedJob, error: string): Promise<void> {
  await cx.db
    .updateTable("jobs")
    .set({ lease: null, dead_at: cx.now(), last_error: error })
    .where("id", "=", job.id)
    .where("lease", "=", job.lease)
    .execute()
}

/** Holds unless another job with the same dedupe key waits: two cannot. */
export function noTwinWaits({ not, exists, selectFrom }: ExpressionBuilder<Schema, "jobs">) {
  return not(
    exists(
      selectFrom("jobs as twin")
        .select("twin.id")
        .whereRef("twin.dedupe_key", "=", "jobs.dedupe_key")
        .where("twin.lease", "is", null)
        .where("twin.dead_at", "is", null),
    ),
  )
}
