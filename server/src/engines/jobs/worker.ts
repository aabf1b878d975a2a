import { setTimeout as sleep } from "node:timers/promises"
import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import { onEnqueued } from "#jobs/job-store.ts"
import type { Lane } from "#jobs/jobs.ts"
import { faultFields } from "#kernel/fault-text.ts"
import { beatMs, jobLeaseMs, openLeases } from "./leases.ts"
import { bringBackJobs, type ClaimedJob, capLeases, claimJobs, findDueTimes, lanes } from "./queue-store.ts"
import { type Handlers, runJob } from "./run-job.ts"

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
  let lastPoll = Number.POSITIVE_INFINITY

  async function bringBack(): Promise<void> {
    if (cx.now() < lastPoll) await cx.atomically(bringBackJobs)
    lastPoll = cx.now()
    const jobs = await claimDue(cx, runs)
    for (const job of jobs) runs.start(job)
  }

  const working = (async () => {
    while (!draining) {
      await bringBack().catch((error) => app.log.error(faultFields(error), "The outbox could not be read."))
      await bell.wait(pollMs)
    }
  })()

  return {
    async drain() {
      draining = true
      forget()
      bell.ring()
      await working
      await runs.end()
    },
  }
}

function openRuns(cx: Context, handlers: Handlers, onEnd: () => void) {
  const running = new Set<Promise<void>>()
  const leases = openLeases(cx)
  return {
    list: leases.list,
    free: leases.free,
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
    const jobs = await claimDue(cx, { list: () => [], free: (_lane, slots) => slots })
    if (jobs.length === 0) return runs
    await Promise.all(jobs.map((job) => runJob(cx, handlers, job)))
    runs += jobs.length
  }
}

type Running = Pick<ReturnType<typeof openLeases>, "list" | "free">

/** Never claims jobs that are `running`, even if a pause or a changed clock makes their leases look ended. */
async function claimDue(cx: Context, running: Running): Promise<ClaimedJob[]> {
  const due = await findDueTimes(cx)
  const now = cx.now()
  // A lease can end this late only if the clock was set back. The clocks of two machines differ by less than a beat.
  if ((due.lastLease ?? 0) > now + jobLeaseMs + beatMs) await cx.atomically((cx) => capLeases(cx, jobLeaseMs))
  const isDue = (lane: Lane) => (due[lane] ?? Number.POSITIVE_INFINITY) <= now
  const wanted = lanes.filter((lane) => isDue(lane) && running.free(lane, slots[lane]) > 0)
  if (wanted.length === 0) return []
  return cx.atomically(async (cx) => {
    const jobs: ClaimedJob[] = []
    for (const lane of wanted) {
      const limit = running.free(lane, slots[lane])
      jobs.push(...(await claimJobs(cx, { lane, limit, leaseMs: jobLeaseMs, running: running.list(lane) })))
    }
    return jobs
  })
}

/** A ring ends the current wait, or the next one when there is none. */
function openBell() {
  let rung = new AbortController()
  return {
    ring: () => rung.abort(),
    /** Resolves when the bell has been rung since the last wait, or after `ms` milliseconds. */
    async wait(ms: number): Promise<void> {
      await sleep(ms, undefined, { signal: rung.signal }).catch(() => {})
      rung = new AbortController()
    },
  }
}
