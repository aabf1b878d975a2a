import { type App, systemContext } from "#access/perform.ts"
import type { Context } from "#kernel/context.ts"
import { onEnqueued } from "#kernel/job-store.ts"
import type { JobKind, JobPayloads } from "#kernel/jobs.ts"
import { backoffMs, maxTries } from "./backoff.ts"
import { buryJob, type ClaimedJob, claimJobs, findNextDue, postponeJob, removeJob } from "./queue-store.ts"

/** What runs for each kind. It may run more than once, and beside itself; throwing asks for another try. */
export type Handlers = { readonly [Kind in JobKind]: (cx: Context, payload: JobPayloads[Kind]) => Promise<unknown> }

export interface Worker {
  /** Takes no more jobs and answers once those that run have ended. What a crash interrupts runs again later. */
  drain(): Promise<void>
}

const concurrency = 8
/** Longer than any handler takes; a job whose process died waits this long. */
export const leaseMs = 120_000

/**
 * Works through the outbox until it is drained. Looks when this process enqueues, when a job falls due, and every
 * `pollMs` for what other processes enqueued; an idle look is one read of an index.
 */
export function openWorker(app: App, handlers: Handlers, { pollMs = 1_000 } = {}): Worker {
  const running = new Set<Promise<void>>()
  const bell = openBell()
  const forget = onEnqueued(bell.ring)
  let draining = false

  async function look(): Promise<void> {
    const free = concurrency - running.size
    const jobs = free > 0 ? await claimDue(app, free) : []
    for (const job of jobs) {
      const run = runJob(app, handlers, job).finally(() => {
        running.delete(run)
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
    },
  }
}

/** Runs what is due now, and what that enqueues, until nothing is. Answers how many runs there were. */
export async function runDueJobs(app: App, handlers: Handlers): Promise<number> {
  for (let runs = 0; ; ) {
    const jobs = await claimDue(app, concurrency)
    if (jobs.length === 0) return runs
    await Promise.all(jobs.map((job) => runJob(app, handlers, job)))
    runs += jobs.length
  }
}

async function claimDue(app: App, limit: number): Promise<ClaimedJob[]> {
  const cx = systemContext(app)
  const next = await findNextDue(cx)
  if (next === undefined || next > app.now()) return []
  const skipLocked = app.database.dialect === "postgres"
  return cx.atomically((cx) => claimJobs(cx, { limit, leaseMs, skipLocked }))
}

/** Never throws: what cannot even be recorded is due again when its lease ends. */
async function runJob(app: App, handlers: Handlers, job: ClaimedJob): Promise<void> {
  const cx = systemContext(app)
  try {
    if (job.attempts > maxTries) throw new Error("The process ended each time while it ran.")
    const run = handlers[job.kind] as (cx: Context, payload: unknown) => Promise<unknown>
    await run(cx, JSON.parse(job.payload))
    await cx.atomically((cx) => removeJob(cx, job))
  } catch (error) {
    await recordFailure(cx, job, error).catch(() =>
      cx.log.error({ jobId: job.id }, "A job's failure was not recorded."),
    )
  }
}

async function recordFailure(cx: Context, job: ClaimedJob, thrown: unknown): Promise<void> {
  const error = String(thrown instanceof Error ? (thrown.stack ?? thrown) : thrown).slice(0, 1_000)
  const fields = { jobId: job.id, kind: job.kind, attempts: job.attempts, error: nameOf(thrown) }
  if (job.attempts >= maxTries) {
    await cx.atomically((cx) => buryJob(cx, job, error))
    cx.log.error(fields, "A job was given up; its row holds the error.")
    return
  }
  const runAt = cx.now() + backoffMs(job.attempts)
  await cx.atomically((cx) => postponeJob(cx, job, { runAt, error }))
  cx.log.warn(fields, "A job failed and runs again later.")
}

/** The name only: a foreign server's message may quote an address. */
function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : typeof thrown
}

/** Wakes who waits, or lets the next one who waits go on at once. */
function openBell(): { ring: () => void; wait: (ms: number) => Promise<void> } {
  let rung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      rung = true
      wake?.()
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
      wake = undefined
    },
  }
}
