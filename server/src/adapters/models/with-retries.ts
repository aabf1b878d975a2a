import { setTimeout as wait } from "node:timers/promises"
import { type ModelEvent, ModelFailure, type ModelRequest, type Models } from "./port.ts"

/** How long is waited where the provider does not say it, in milliseconds: once for each time it is asked again. */
const waitsMs = [500, 2_000]

/** Somebody waits for the answer: a provider that asks for more time than this, in milliseconds, is not asked again. */
const longestWaitMs = 20_000

/** Waits, and rejects as soon as the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>

/**
 * Asks up to two times more where a model failed for now, but never once something of its answer was given on: it could
 * not be taken back.
 */
export function withRetries(models: Models, waitFor: Wait = (ms, signal) => wait(ms, undefined, { signal })): Models {
  return {
    ...models,
    stream: (request, signal) => askUntilItAnswers(models, request, { signal, waitFor }),
  }
}

async function* askUntilItAnswers(
  models: Models,
  request: ModelRequest,
  { signal, waitFor }: { signal: AbortSignal; waitFor: Wait },
): AsyncGenerator<ModelEvent> {
  for (let failures = 0; ; failures += 1) {
    let hasBegun = false
    try {
      for await (const event of models.stream(request, signal)) {
        hasBegun = true
        yield event
      }
      return
    } catch (error) {
      const waitMs = hasBegun ? undefined : waitAfter(error, failures)
      if (waitMs === undefined) throw error
      await waitFor(waitMs, signal).catch(() => signal.throwIfAborted())
    }
  }
}

function waitAfter(error: unknown, failures: number): number | undefined {
  const waitMs = waitsMs[failures]
  if (!(error instanceof ModelFailure) || !error.isRetryable || waitMs === undefined) return undefined
  const { retryAfterMs = waitMs } = error
  return retryAfterMs > longestWaitMs ? undefined : retryAfterMs
}
