import { setTimeout as wait } from "node:timers/promises"
import { type ModelEvent, ModelFailure, type ModelRequest, type Models } from "./port.ts"

/** The waits before each retry in milliseconds, unless the provider names another. */
const waitsMs = [500, 2_000]

/** The longest wait, in milliseconds. A person waits, so a provider that asks for a longer one gets no retry. */
const longestWaitMs = 20_000

/** Rejects as soon as the signal is aborted. */
type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>

/** Retries up to two times, but never after a part of the answer was passed on: it cannot be withdrawn. */
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
