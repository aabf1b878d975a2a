import type { Outside } from "./context.ts"
import { ServiceError } from "./error.ts"

const hourMs = 3_600_000

type Cx = Pick<Outside, "counters">

/** Counts one more `what` in this hour and tells whether that is still within `limit`. */
export async function isWithinHourly(cx: Cx, what: string, limit: number): Promise<boolean> {
  return (await cx.counters.hit(what, hourMs)).hits <= limit
}

/**
 * The same, and refuses what is above the limit.
 *
 * @param sentence says what there was too much of.
 * @throws ServiceError `rate_limited`.
 */
export async function limitHourly(cx: Cx, what: string, limit: { hits: number; sentence: string }): Promise<void> {
  const { hits, resetMs } = await cx.counters.hit(what, hourMs)
  if (hits <= limit.hits) return
  throw new ServiceError("rate_limited", limit.sentence, {
    hint: `Try again in ${Math.ceil(resetMs / 60_000)} minutes.`,
    retryAfterSeconds: Math.ceil(resetMs / 1000),
  })
}
