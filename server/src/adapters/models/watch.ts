import { ModelFailure } from "./port.ts"

/** Watches one request. Ends it when it is aborted, when the peer is silent too long, or when it sends too much. */
export interface RequestWatch {
  /** Aborted once the request is over. */
  readonly signal: AbortSignal
  /** The reason why the request was ended; undefined while it runs. */
  reason(): unknown
  arrived(): void
  hasArrived(): boolean
  /** Waits for the peer. Only this time counts as its silence; the reader's own time does not. */
  wait<Result>(work: Promise<Result>): Promise<Result>
  end(reason: unknown): void
}

export function watchOver(signal: AbortSignal, idleMs: number): RequestWatch {
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
      timer = setTimeout(() => end(silent(idleMs, hasArrived)), idleMs)
      try {
        return await work
      } finally {
        clearTimeout(timer)
        timer = undefined
      }
    },
  }
}

/** Waits that are longer than this, in milliseconds, are not repeated. */
const mostRepeated = 120_000

const silent = (idleMs: number, hasArrived: boolean) =>
  new ModelFailure(hasArrived ? "cut" : "slow", {
    isRetryable: idleMs <= mostRepeated,
    cause: new Error(`Nothing came for ${idleMs} ms.`),
  })
