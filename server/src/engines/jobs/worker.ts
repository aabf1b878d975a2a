import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import { onEnqueued } from "#jobs/job-store.ts"
import type { Lane } from "#jobs/jobs.ts"
import { openBell } from "./bell.ts"
import { beatMs, jobLeaseMs, openLeases } from "./leases.ts"
import { bringBackJobs, type ClaimedJob, capLeases, claimJobs, findDueTimes, lanes } from "./queue-store.ts"
import { type Handlers, nameOf, runJob } from "./run-job.ts"

export interface Worker {
  /** Stops taking jobs and resolves when the running ones have ended. */
  drain(): Promise<void>
}

export const slots: Readonly<Record<Lane, number>> = {
  ...{ awaited: 4, money: 8, mail: 4, push: 4 },
  ...{ calendars: 2, files: 4, tools: 2 },
  ...{ events: 2, hooks: 16, "late-hooks": 8 },
}

/** Polls when this process enqueues a job, when a job ends, and every `pollMs`. A poll reads one index entry a lane. */
export function openWorker(app: App, handlers: Handlers, { pollMs = 1_000 } = {}): Worker {
  const cx = systemContext(app)
  const bell = openBell()
  const runs = openRuns(cx, handlers, bell.ring)
  const forget = onEnqueued(bell.ring)
  let draining = false
  let lastLook = Number.POSITIVE_INFINITY

  async function look(): Promise<void> {
    if (cx.now() < lastLook) await cx.atomically(bringBackJobs)
    lastLook = cx.now()
    const jobs = await claimDue(cx, runs.list)
    for (const job of jobs) runs.start(job)
  }

  const looking = (async () => {
    while (!draining) {
      await look().catch((error) => app.log.error({ error: nameOf(error) }, "The outbox could not be read."))
      await bell.wait(pollMs)
    }
  })()

  return {
    async drain() {
      draining = true
      forget()
      bell.ring()
      await looking
      await runs.end()
    },
  }
}

function openRuns(cx: Context, handlers: Handlers, onEnd: () => void) {
  const running = new Set<Promise<void>>()
  const leases = openLeases(cx)
  return {
    list: leases.list,
    start(job: ClaimedJob): void {
      leases.add(job)
      const run = runJob(cx, handlers, job).finally(() => {
        running.delete(run)
        leases.remove(job)
        onEnd()
      })
      running.add(run)
    },
    async end(): Promise<void> {
      await Promise.all(running)
      leases.close()
    },
  }
}

/** Runs all due jobs, and those they enqueue, until none is due. Returns the number of runs. */
export async function runDueJobs(app: App, handlers: Handlers): Promise<number> {
  const cx = systemContext(app)
  for (let runs = 0; ; ) {
    const jobs = await claimDue(cx, () => [])
    if (jobs.length === 0) return runs
    await Promise.all(jobs.map((job) => runJob(cx, handlers, job)))
    runs += jobs.length
  }
}

/** Never claims jobs in `runningIn`, even if a pause or a changed clock makes their leases look ended. */
async function claimDue(cx: Context, runningIn: (lane: Lane) => readonly ClaimedJob[]): Promise<ClaimedJob[]> {
  const due = await findDueTimes(cx)
  const now = cx.now()
  // A lease can end this late only if the clock was set back. The clocks of two machines differ by less than a beat.
  if ((due.lastLease ?? 0) > now + jobLeaseMs + beatMs) await cx.atomically((cx) => capLeases(cx, jobLeaseMs))
  const isDue = (lane: Lane) => (due[lane] ?? Number.POSITIVE_INFINITY) <= now
  const wanted = lanes.filter((lane) => isDue(lane) && runningIn(lane).length < slots[lane])
  if (wanted.length === 0) return []
  return cx.atomically(async (cx) => {
    const jobs: ClaimedJob[] = []
    for (const lane of wanted) {
      const running = runningIn(lane)
      jobs.push(...(await claimJobs(cx, { lane, limit: slots[lane] - running.length, leaseMs: jobLeaseMs, running })))
    }
    return jobs
  })
}
