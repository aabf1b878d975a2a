import type { RunLease } from "../state/run-lease.ts"

/** An answer has reached its limit of minutes. People read the message. */
export class TimeUp extends Error {
  constructor(minutes: number) {
    super(`This answer was stopped after ${minutes} minutes.`)
  }
}

/** Aborts with the lease's signal, or once the answer has reached its limit of minutes, even while text arrives. */
export function timeLimit(lease: RunLease, minutes: number): { signal: AbortSignal; end(): void } {
  const own = new AbortController()
  const leftMs = Math.max(0, minutes * 60_000 - lease.workedMs)
  const timer = setTimeout(() => own.abort(new TimeUp(minutes)), leftMs)
  return { signal: AbortSignal.any([lease.signal, own.signal]), end: () => clearTimeout(timer) }
}
