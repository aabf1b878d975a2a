import type { Context } from "#access/context.ts"
import type { Lane } from "#jobs/jobs.ts"
import { type ClaimedJob, renewLeases } from "./queue-store.ts"
import { nameOf } from "./run-job.ts"

/** The length of a lease. A dead process's jobs wait this long; a live process renews its leases at each beat. */
export const jobLeaseMs = 20_000
export const beatMs = 5_000
/** A job that runs for a quarter of an hour counts as stuck: its lease is not renewed, and its slot is freed. */
const mostBeats = 180

export function openLeases(cx: Context) {
  const beats = new Map<ClaimedJob, number>()

  async function beat(): Promise<void> {
    for (const [job, count] of beats) {
      beats.set(job, count + 1)
      if (count < mostBeats) continue
      beats.delete(job)
      cx.log.error(
        { jobId: job.id, kind: job.kind },
        "A job does not end; its lease is no longer renewed, so another run may begin.",
      )
    }
    const jobs = [...beats.keys()]
    if (jobs.length > 0) await cx.atomically((cx) => renewLeases(cx, jobs, jobLeaseMs))
  }

  const timer = setInterval(
    () => void beat().catch((error) => cx.log.error({ error: nameOf(error) }, "Leases were not renewed.")),
    beatMs,
  )
  timer.unref()

  return {
    add: (job: ClaimedJob) => void beats.set(job, 0),
    remove: (job: ClaimedJob) => void beats.delete(job),
    list: (lane: Lane) => [...beats.keys()].filter((job) => job.lane === lane),
    close: () => clearInterval(timer),
  }
}
