import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import { onEnqueued } from "#jobs/job-store.ts"
import type { Lane } from "#jobs/jobs.ts"
import { openBell } from "./bell.ts"
import { beatMs, leaseMs, openLeases } from "./leases.ts"
import { bringBackJobs, type ClaimedJob, capLeases, claimJobs, findDueTimes, lanes } from "./queue-store.ts"
import { type Handlers, nameOf, runJob } from "./run-job.ts"

export interface Worker {
  /** Takes no more jobs and answers once those that run have ended. What a crash interrupts runs again later. */
  drain(): Promise<void>
}

/** How many jobs of a lane a process runs at once. */
export const slots: Readonly<Record<Lane, number>> = { awaited: 4, money: 8, mail: 4, calendars: 2, files: 4 }

/**
 * Works through the outbox until it is drained. Looks when this process enqueues, when a job ends, and every `pollMs`
 * for what falls due or other processes enqueued; an idle look is one read of an index for each lane.
 */
export function openWorker(app: App, handlers: Handlers, { pollMs = 1_000 } = {}): Worker {
  const cx = systemContext(app)
  const running = new Set<Promise<void>>()
  const leases = openLeases(cx)
  const bell = openBell()
  const forget = onEnqueued(bell.ring)
  let draining = false
  let lastLook = Number.POSITIVE_INFINITY

  async function look(): Promise<void> {
    if (cx.now() < lastLook) await cx.atomically(bringBackJobs)
    lastLook = cx.now()
    const jobs = await claimDue(cx, leases.list)
    for (const job of jobs) {
      leases.add(job)
      const run = runJob(cx, handlers, job).finally(() => {
        running.delete(run)
        leases.remove(job)
        bell.ring()
      })
      running.add(run)
    }
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
      await Promise.all(running)
      leases.close()
    },
  }
}

/** Runs what is due now, and what that enqueues, until nothing is. Answers how many runs there were. */
export async function runDueJobs(app: App, handlers: Handlers): Promise<number> {
  const cx = systemContext(app)
  for (let runs = 0; ; ) {
    const jobs = await claimDue(cx, () => [])
    if (jobs.length === 0) return runs
    await Promise.all(jobs.map((job) => runJob(cx, handlers, job)))
    runs += jobs.length
  }
}

/**
 * Takes what is due, lane by lane, as far as there are slots beside `runningIn`. Jobs that run in this very process are
 * left alone: after a pause, or when the clock is set, their leases seem to have ended.
 */
async function claimDue(cx: Context, runningIn: (lane: Lane) => readonly ClaimedJob[]): Promise<ClaimedJob[]> {
  const due = await findDueTimes(cx)
  const now = cx.now()
  // Only a clock that stepped back lets a lease end this late; machines' clocks may differ by less than a beat.
  if ((due.lastLease ?? 0) > now + leaseMs + beatMs) await cx.atomically((cx) => capLeases(cx, leaseMs))
  const isDue = (lane: Lane) => (due[lane] ?? Number.POSITIVE_INFINITY) <= now
  const wanted = lanes.filter((lane) => isDue(lane) && runningIn(lane).length < slots[lane])
  if (wanted.length === 0) return []
  return cx.atomically(async (cx) => {
    const jobs: ClaimedJob[] = []
    for (const lane of wanted) {
      const running = runningIn(lane)
      jobs.push(...(await claimJobs(cx, { lane, limit: slots[lane] - running.length, leaseMs, running })))
    }
    return jobs
  })
}
