import { minuteMs } from "#kernel/time/units.ts"
import type { RunLease } from "../state/run-lease.ts"

/** An answer has reached its limit of minutes. People read the message. */
export class TimeUp extends Error {
  constructor(minutes: number) {
    super(`This answer was stopped after ${minutes} minutes.`)
  }
}

interface Limit {
  readonly signal: AbortSignal
  /** The model has begun to answer: the time until now was not the answer's own. */
  hasBegun(): void
  end(): void
}

/** Aborts with the lease's signal, or at the limit of minutes. A model may take `silenceMs` more before it begins. */
export function timeLimit(lease: RunLease, { minutes, silenceMs }: { minutes: number; silenceMs: number }): Limit {
  const own = new AbortController()
  const leftMs = Math.max(0, minutes * minuteMs - lease.workedMs)
  const abortAfter = (ms: number) => setTimeout(() => own.abort(new TimeUp(minutes)), ms)
  const startedAt = performance.now()
  let timer = abortAfter(leftMs === 0 ? 0 : leftMs + silenceMs)
  return {
    signal: AbortSignal.any([lease.signal, own.signal]),
    hasBegun() {
      clearTimeout(timer)
      lease.excuse(performance.now() - startedAt)
      timer = abortAfter(leftMs)
    },
    end: () => clearTimeout(timer),
  }
}
