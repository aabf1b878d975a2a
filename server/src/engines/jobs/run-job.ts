import type { Context } from "#access/context.ts"
import { endTriesOf } from "#domains/mails/index.ts"
import type { JobKind, JobPayloads } from "#jobs/jobs.ts"
import { TryAgain } from "#jobs/try-again.ts"
import { faultFields, faultText } from "#kernel/fault-text.ts"
import { recordSince, startTiming } from "#measure/measure.ts"
import { inOpenSpan } from "#spans/span.ts"
import { readTraceparent } from "#spans/traceparent.ts"
import { triesOf, waitMs } from "./backoff.ts"
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
      await run({ ...cx, jobId: job.id }, JSON.parse(job.payload))
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
  const error = `${faultText(thrown)}\n${framesOf(thrown)}`.slice(0, 2_000)
  const fields = { jobId: job.id, kind: job.kind, attempts: job.attempts, ...faultFields(thrown) }
  const manner = thrown instanceof TryAgain ? thrown.manner : {}
  if (job.attempts >= triesOf(job.kind)) {
    await cx.atomically(async (cx) => {
      if (await buryJob(cx, job, error)) await endTriesOf(cx, job.id)
    })
    cx.log.error(fields, "A job was given up; its row holds the error.")
    return
  }
  const runAt = cx.now() + Math.max(waitMs(job), manner.afterMs ?? 0)
  await cx.atomically((cx) => postponeJob(cx, job, { runAt, error }))
  cx.log.warn(fields, "A job failed and runs again later.")
}

const framesOf = (thrown: unknown) =>
  ((thrown as { stack?: string } | undefined)?.stack ?? "")
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .join("\n")
