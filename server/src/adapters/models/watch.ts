import { ModelFailure } from "./port.ts"

/** Looks after one request: ends it when it is aborted, when its peer goes silent, or when it sends too much. */
export interface Watch {
  /** Aborted once the request is over. */
  readonly signal: AbortSignal
  /** Why it was ended, if it was. */
  reason(): unknown
  /** Something came from the peer. */
  arrived(): void
  hasArrived(): boolean
  /** Waits for the peer: only this time counts as its silence, not what the reader takes for itself. */
  wait<Result>(work: Promise<Result>): Promise<Result>
  end(reason: unknown): void
}

/** Watches over a request until `signal` is aborted or nothing has come for `idleMs` milliseconds. */
export function watchOver(signal: AbortSignal, idleMs: number): Watch {
  const own = new AbortController()
  const end = (reason: unknown) => {
    signal.removeEventListener("abort", stop)
    own.abort(reason)
  }
  const stop = () => end(signal.reason)
  if (signal.aborted) stop()
  else signal.addEventListener("abort", stop, { once: true })
  let timer: NodeJS.Timeout | undefined
  let hasArrived = false
  return {
    signal: own.signal,
    reason: () => own.signal.reason,
    arrived: () => {
      hasArrived = true
      timer?.refresh()
    },
    hasArrived: () => hasArrived,
    end,
    async wait(work) {
      timer = setTimeout(() => end(silent(idleMs)), idleMs)
      try {
        return await work
      } finally {
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}

const silent = (idleMs: number) =>
  new ModelFailure("cut", { isRetryable: true, cause: new Error(`Nothing came for ${idleMs} ms.`) })
