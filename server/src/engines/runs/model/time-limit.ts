import type { Turn } from "../state/turn.ts"

/** An answer has had its minutes of work. The message is for people. */
export class TimeUp extends Error {
  constructor(minutes: number) {
    super(`This answer took ${minutes} minutes of work and was ended.`)
  }
}

/** Aborted when the turn is, or once the answer has had its minutes of work, however much still arrives. */
export function timeLimit(turn: Turn, minutes: number): { signal: AbortSignal; end(): void } {
  const own = new AbortController()
  const leftMs = Math.max(0, minutes * 60_000 - turn.workedMs)
  const timer = setTimeout(() => own.abort(new TimeUp(minutes)), leftMs)
  return { signal: AbortSignal.any([turn.signal, own.signal]), end: () => clearTimeout(timer) }
}
