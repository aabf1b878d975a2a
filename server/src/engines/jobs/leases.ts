import type { Context } from "#access/context.ts"
import type { Lane } from "#jobs/jobs.ts"
import { slowMail } from "#kernel/bounds/turns.ts"
import { faultFields } from "#kernel/fault-text.ts"
import { type ClaimedJob, renewLeases } from "./queue-store.ts"

/** The length of a lease. A dead process's jobs wait this long; a live process renews its leases at each beat. */
export const jobLeaseMs = 20_000
export const beatMs = 5_000
const mailLanes: readonly Lane[] = ["awaited", "mail"]
/** A job that runs for 25 minutes counts as stuck: its lease is not renewed, and its slot is freed. No mail takes so long. */
const mostBeats = 300

const endless = "A job does not end; its lease is no longer renewed, so another run may begin."

export function openLeases(cx: Context) {
  const beats = new Map<ClaimedJob, number>()
  const startedAt = new WeakMap<ClaimedJob, number>()
  const list = (lane: Lane) => [...beats.keys()].filter((job) => job.lane === lane)

  async function beat(): Promise<void> {
    for (const [job, count] of beats) {
      beats.set(job, count + 1)
      if (count < mostBeats) continue
      beats.delete(job)
      cx.log.error({ jobId: job.id, kind: job.kind }, endless)
    }
    const jobs = [...beats.keys()]
    if (jobs.length > 0) await cx.atomically((cx) => renewLeases(cx, jobs, jobLeaseMs))
  }

  const timer = setInterval(
    () => void beat().catch((error) => cx.log.error(faultFields(error), "Leases were not renewed.")),
    beatMs,
  )
  timer.unref()

  return {
    add(job: ClaimedJob): void {
      beats.set(job, 0)
      startedAt.set(job, cx.now())
    },
    remove: (job: ClaimedJob) => void beats.delete(job),
    list,
    /** How many of a lane's slots are free. */
    free(lane: Lane, slots: number): number {
      const jobs = list(lane)
      const slow = mailLanes.includes(lane) ? jobs.filter((job) => isSlow(startedAt.get(job), cx.now())).length : 0
      return slots - jobs.length + Math.min(slow, slowMail.each * slots)
    },
    close: () => clearInterval(timer),
  }
}

const isSlow = (startedAt: number | undefined, now: number) => now - (startedAt ?? now) >= slowMail.afterMs
