import { setTimeout } from "node:timers/promises"
import type { Log } from "#kernel/log.ts"
import { minuteMs } from "#kernel/time/units.ts"

const patienceMs = 10 * minuteMs
/** Between two tries that waited for a table, so that queries that queued behind the migration run meanwhile. */
const pauseMs = 5_000
/** Between two looks whether another process still migrates. */
const lookMs = 250

/** Another process runs migrations. */
export class MigrationsLocked extends Error {}

export interface LockWaiting {
  readonly log?: Pick<Log, "warn">
  now?(): number
  pause?(ms: number): Promise<unknown>
}

/** Runs one step again while other transactions hold its locks, for ten minutes. @throws Error that says what to do. */
export async function retryWhileLocked<Result>(run: () => Promise<Result>, waiting: LockWaiting): Promise<Result> {
  const { log, now = Date.now, pause = setTimeout } = waiting
  const end = now() + patienceMs
  for (;;) {
    try {
      return await run()
    } catch (fault) {
      const { ms, line } = lockOf(fault, now() >= end)
      if (line) log?.warn({}, line)
      await pause(ms)
    }
  }
}

/** How long to wait for the lock that a step lacked. Throws any other fault, and every fault once it `isLate`. */
function lockOf(fault: unknown, isLate: boolean): { ms: number; line?: string } {
  if (fault instanceof MigrationsLocked) {
    if (isLate) throw stillMigrating(fault)
    return { ms: lookMs }
  }
  if (!isTableLocked(fault)) throw fault
  if (isLate) throw stillLocked(fault)
  return { ms: pauseMs, line: "A migration waits for other transactions to leave a table, and will be retried." }
}

/** lock_not_available: the statement waited for as long as `lock_timeout` allows. */
const isTableLocked = (fault: unknown) => (fault as { code?: string } | null)?.code === "55P03"

const stillMigrating = (cause: Error) =>
  new Error("Another process has run migrations for ten minutes. Start again once it has finished.", { cause })

const stillLocked = (cause: unknown) =>
  new Error(
    "For ten minutes a migration could not lock a table, because other transactions, such as a backup, use it without a pause. The migration changed nothing. Start again once they have ended; `pg_stat_activity` lists them.",
    { cause },
  )
