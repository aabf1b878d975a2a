import type { Context } from "#access/context.ts"
import type { JobKind, JobPayloads } from "#jobs/jobs.ts"
import { recordSince, startTiming } from "#measure/measure.ts"
import { inOpenSpan } from "#spans/span.ts"
import { readTraceparent } from "#spans/traceparent.ts"
import { backoffMs, triesOf } from "./backoff.ts"
import { buryJob, type ClaimedJob, postponeJob, removeJob } from "./queue-store.ts"

/** The handler of each kind of job. It may run more than once, also in parallel. Throwing asks for a retry. */
export type Handlers = { readonly [Kind in JobKind]: (cx: Context, payload: JobPayloads[Kind]) => Promise<unknown> }

/** Never throws. Without a recorded outcome, the job is due again when its lease ends. */
export async function runJob(cx: Context, handlers: Handlers, job: ClaimedJob): Promise<void> {
  const began = startTiming()
  try {
    if (job.attempts > triesOf(job.kind)) throw new Error("The process ended each time while it ran.")
    await inJobSpan(cx, job, async () => {
      const run = handlers[job.kind] as (cx: Context, payload: unknown) => Promise<unknown>
      await run(cx, JSON.parse(job.payload))
      await cx.atomically((cx) => removeJob(cx, job))
    })
    recordSince("job_seconds", began, [job.kind, "done"])
  } catch (error) {
    recordSince("job_seconds", began, [job.kind, job.attempts < triesOf(job.kind) ? "failed" : "given_up"])
    await recordFailure(cx, job, error).catch(() =>
      cx.log.error({ jobId: job.id }, "A job's failure was not recorded."),
    )
  }
}

/** A job continues the trace that enqueued it. One that no trace enqueued may begin its own. */
function inJobSpan(cx: Context, job: ClaimedJob, work: () => Promise<void>): Promise<void> {
  const span = cx.tracing?.begin(readTraceparent(job.traceparent), () => {
    const { id: jobId, kind, attempts } = job
    return { name: `job ${kind}`, kind: "consumer", fields: { jobId, kind, attempts } }
  })
  return span ? inOpenSpan(span, work) : work()
}

async function recordFailure(cx: Context, job: ClaimedJob, thrown: unknown): Promise<void> {
  const error = String(thrown instanceof Error ? (thrown.stack ?? thrown) : thrown).slice(0, 1_000)
  const fields = { jobId: job.id, kind: job.kind, attempts: job.attempts, error: nameOf(thrown) }
  if (job.attempts >= triesOf(job.kind)) {
    await cx.atomically((cx) => buryJob(cx, job, error))
    cx.log.error(fields, "A job was given up; its row holds the error.")
    return
  }
  const runAt = cx.now() + backoffMs(job.attempts)
  await cx.atomically((cx) => postponeJob(cx, job, { runAt, error }))
  cx.log.warn(fields, "A job failed and runs again later.")
}

/** The name of an error. The log leaves its message out, since a foreign server's message may quote an address. */
export function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : typeof thrown
}
