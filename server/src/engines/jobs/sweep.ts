import type { Context } from "#access/context.ts"
import { type App, systemContext } from "#access/perform.ts"
import { faultFields } from "#kernel/fault-text.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { recordSince, startTiming } from "#measure/measure.ts"
import { claimSweep, giveSweepBack } from "./sweep-store.ts"

/** Periodic work. One process runs it each time; two overlap only when a run takes longer than its lease. */
export interface Sweeper {
  readonly name: string
  readonly everyMs: number
  /** Must end soon: long work runs in batches or in the outbox. */
  readonly run: (cx: Context) => Promise<unknown>
}

/**
 * Intervals vary by 10 %, so that processes do not sweep together. Returns a function that stops, once no run is left.
 */
export function openSweepers(app: App, sweepers: readonly Sweeper[]): () => Promise<void> {
  const stops = sweepers.map((sweeper) => repeat(app, sweeper))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

function repeat(app: App, sweeper: Sweeper): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  let timer: NodeJS.Timeout

  const plan = () => {
    timer = setTimeout(
      () => {
        running = sweep(app, sweeper).then(() => {
          if (!stopped) plan()
        })
      },
      sweeper.everyMs * (0.9 + Math.random() * 0.2),
    )
  }
  plan()

  return () => {
    stopped = true
    clearTimeout(timer)
    return running
  }
}

/** The lease of a sweep, unless the sweeper's interval is longer. */
const leaseMs = 5 * minuteMs
/** The most that the clocks of two machines may differ. A later claim was made before a clock was set back. */
const clockMs = 60_000
/** Less than the shortest wait between two runs (0.9), so that a single process never skips a sweep. */
const share = 0.85

/** Runs a sweeper now, unless another process runs it or has just done so. Never rejects. */
export async function sweep(app: App, { name, everyMs, run }: Sweeper): Promise<void> {
  const cx = systemContext(app)
  const startedAt = cx.now()
  const until = startedAt + Math.max(everyMs, leaseMs)
  try {
    if (!(await cx.atomically((cx) => claimSweep(cx, name, { until, latest: until + clockMs })))) return
    const began = startTiming()
    const dueAt = startedAt + Math.round(everyMs * share)
    await run(cx).finally(() => cx.atomically((cx) => giveSweepBack(cx, name, { until, dueAt })))
    recordSince("sweep_seconds", began, name)
  } catch (error) {
    app.log.error({ sweeper: name, ...faultFields(error) }, "A sweep failed.")
  }
}
