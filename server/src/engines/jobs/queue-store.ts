import { type ExpressionBuilder, sql } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import { noTwinWaits } from "#jobs/given-up-store.ts"
import { type JobKind, type Lane, laneOf } from "#jobs/jobs.ts"
import { newId } from "#kernel/ids.ts"
import { isPostgres, prepared, preparedWrite } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

export type ClaimedJob = Pick<Schema["jobs"], "id" | "payload" | "attempts" | "last_error" | "traceparent"> & {
  kind: JobKind
  lane: Lane
  lease: string
}

/** When the next job of each lane is due, and when the last lease ends: epoch milliseconds; null if there is none. */
export type DueTimes = { [Name in Lane | "lastLease"]: number | null }

export const lanes: readonly Lane[] = [...new Set(Object.values(laneOf))]

/** Another release may enqueue kinds that this one does not know. Its own processes run them. */
const kindsIn = (lane: Lane) => kinds.filter((kind) => laneOf[kind] === lane)
const kinds = Object.keys(laneOf) as JobKind[]

const dueTimes = prepared<object, DueTimes>((db) =>
  db.selectNoFrom(({ selectFrom }) => [
    ...lanes.map((lane) =>
      selectFrom("jobs")
        .select("run_at")
        .where("lane", "=", lane)
        .where("kind", "in", kindsIn(lane))
        .where("dead_at", "is", null)
        .orderBy("run_at")
        .limit(1)
        .as(lane),
    ),
    selectFrom("jobs")
      .select("run_at")
      .where("lease", "is not", null)
      .orderBy("run_at", "desc")
      .limit(1)
      .as("lastLease"),
  ]),
)

/** Reads one end of an index for each lane. */
export async function findDueTimes(cx: Reading): Promise<DueTimes> {
  const [found] = await dueTimes(cx.db, {})
  return found as DueTimes
}

interface Claim {
  lane: Lane
  limit: number
  leaseMs: number
  /** Jobs of the lane that already run in this process. They are not claimed. */
  running: readonly { id: string }[]
}

const idsOf = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id)

/** Claims the oldest due jobs for `leaseMs`. A job whose lease ends first (a crash, a hang) is due again. */
export async function claimJobs(cx: Inside, { lane, limit, leaseMs, running }: Claim): Promise<ClaimedJob[]> {
  const lease = newId("lease")
  const rows = await cx.db
    // Materialized, since the planner may otherwise run the limited query once for each row that it compares.
    .with(
      (cte) => cte("due").materialized(),
      (db) =>
        db
          .selectFrom("jobs")
          .select("id")
          .where("lane", "=", lane)
          .where("kind", "in", kindsIn(lane))
          .where("dead_at", "is", null)
          .where("run_at", "<=", cx.now())
          .$if(running.length > 0, (query) => query.where("id", "not in", idsOf(running)))
          .orderBy("run_at")
          .limit(limit)
          .$if(isPostgres(cx.db), (query) => query.forUpdate().skipLocked()),
    )
    .updateTable("jobs")
    .set((set) => ({ lease, run_at: cx.now() + leaseMs, attempts: set("attempts", "+", 1) }))
    .where("id", "in", (ids) => ids.selectFrom("due").select("due.id"))
    .returning(["id", "kind", "payload", "attempts", "last_error", "traceparent"])
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as JobKind, lane, lease }))
}

/** Extends the leases of these runs to `leaseMs` from now. A lease that was lost is not restored. */
export async function renewLeases(cx: Inside, jobs: readonly ClaimedJob[], leaseMs: number): Promise<void> {
  const leases = [...new Set(jobs.map(({ lease }) => lease))]
  await cx.db
    .updateTable("jobs")
    .set({ run_at: cx.now() + leaseMs })
    .where("id", "in", idsOf(jobs))
    .where("lease", "in", leases)
    .execute()
}

/** After the clock was set back, shortens every lease that ends later than `leaseMs` from now. */
export async function capLeases(cx: Inside, leaseMs: number): Promise<void> {
  const end = cx.now() + leaseMs
  await cx.db
    .updateTable("jobs")
    .set({ run_at: end })
    .where("lease", "is not", null)
    .where("run_at", ">", end)
    .execute()
}

/** After the clock was set back, moves jobs enqueued "in the future" to now. Each keeps its delay. */
export async function bringBackJobs(cx: Inside): Promise<void> {
  const now = cx.now()
  await cx.db
    .updateTable("jobs")
    .set((job) => ({ run_at: sql<number>`${job.ref("run_at")} - ${job.ref("created_at")} + ${now}`, created_at: now }))
    .where("created_at", ">", now)
    .where("lease", "is", null)
    .where("dead_at", "is", null)
    .execute()
}

const remove = preparedWrite<Pick<ClaimedJob, "id" | "lease">, object>((db, arg) =>
  db.deleteFrom("jobs").where("id", "=", arg("id")).where("lease", "=", arg("lease")),
)

/** A run that lost its lease removes nothing. */
export async function removeJob(cx: Inside, { id, lease }: ClaimedJob): Promise<void> {
  await remove(cx.db, { id, lease })
}

/** Makes a failed job due again at `runAt`. If the same work already waits as another job, that job replaces it. */
export async function postponeJob(cx: Inside, job: ClaimedJob, { runAt, error }: { runAt: number; error: string }) {
  const { numUpdatedRows } = await cx.db
    .updateTable("jobs")
    .set({ lease: null, run_at: runAt, last_error: error })
    .where(isHeldBy(job))
    .where(noTwinWaits)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) await removeJob(cx, job)
}

/** Gives a job up. It is kept for 90 days with its last error, for operators to read. */
export function buryJob(cx: Inside, job: ClaimedJob, error: string): Promise<boolean> {
  const dead = { lease: null, dead_at: cx.now(), last_error: error }
  return changesRow(cx.db.updateTable("jobs").set(dead).where(isHeldBy(job)))
}

/** The condition that this run holds the lease. A run that lost its lease changes nothing. */
function isHeldBy({ id, lease }: ClaimedJob) {
  return ({ and }: ExpressionBuilder<Schema, "jobs">) => and({ id, lease })
}
