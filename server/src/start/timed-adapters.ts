import { ServiceError } from "#kernel/error.ts"
import { recordSince, startTiming } from "#measure/measure.ts"

/** Other services, by their name in the metric `outside_seconds`. Redis reports its calls itself. */
type Outside = "processor" | "mail" | "blobs" | "dns" | "model" | "push" | "fetch" | "tools" | "stream-elements"

export type Timed = <Adapter extends object>(what: Outside, adapter: Adapter) => Adapter

/** Returns an adapter that records how long each of its calls takes, and whether it had an answer. */
export const timed: Timed = (what, adapter) =>
  new Proxy(adapter, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (typeof value !== "function" || name === "close") return value
      return (...given: unknown[]) => {
        const began = startTiming()
        return watched(value.apply(target, given), (outcome) => recordSince("outside_seconds", began, [what, outcome]))
      }
    },
  })

type OnEnd = (outcome: "answered" | "failed") => void

/** A promise ends when it settles, a stream of a model's answer with its last part. Anything else asked nothing. */
function watched(result: unknown, onEnd: OnEnd): unknown {
  if (result instanceof Promise) {
    result.then(
      (answer) => onEnd(isLater(answer) ? "failed" : "answered"),
      (fault) => onEnd(isRefusal(fault) ? "answered" : "failed"),
    )
    return result
  }
  const isStream = typeof result === "object" && result !== null && Symbol.asyncIterator in result
  return isStream ? watchedStream(result as AsyncIterable<unknown>, onEnd) : result
}

async function* watchedStream(stream: AsyncIterable<unknown>, onEnd: OnEnd): AsyncGenerator<unknown> {
  let outcome: Parameters<OnEnd>[0] = "answered"
  try {
    yield* stream
  } catch (fault) {
    outcome = "failed"
    throw fault
  } finally {
    onEnd(outcome)
  }
}

/** The push service asked for the same message later. */
const isLater = (answer: unknown) => (answer as { outcome?: unknown } | undefined)?.outcome === "later"

/** The other service answered, and refused this one request. */
function isRefusal(fault: unknown): boolean {
  if (fault instanceof ServiceError) return fault.status < 500
  const { outcome, verdict } = (fault ?? {}) as { outcome?: unknown; verdict?: unknown }
  return outcome === "refused" || verdict === "refused"
}
