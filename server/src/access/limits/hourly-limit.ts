import { ServiceError } from "#kernel/error.ts"
import { hourMs } from "#kernel/time/units.ts"
import type { Outside } from "../context.ts"
import { countHits, peekHits } from "./count-hits.ts"

type Cx = Pick<Outside, "counters">

/** Counts one more `what` in this hour. Returns whether the count is within `limit`. */
export async function isWithinHourly(cx: Cx, what: string, limit: number): Promise<boolean> {
  const counted = await countHits(cx.counters, what, { hits: limit, windowMs: hourMs })
  return counted.hits <= counted.limit
}

/** Refuses above the limit; `limit.sentence` says what there were too many of. @throws ServiceError `rate_limited`. */
export async function limitHourly(cx: Cx, what: string, limit: { hits: number; sentence: string }): Promise<void> {
  const { hits, limit: most, resetMs } = await countHits(cx.counters, what, { hits: limit.hits, windowMs: hourMs })
  if (hits > most) throw refusal(limit.sentence, resetMs)
}

/** Does not count `what`: for work that counts only once it is done. @throws ServiceError `rate_limited`. */
export async function checkHourly(cx: Cx, what: string, limit: { hits: number; sentence: string }): Promise<void> {
  const counted = await peekHits(cx.counters, what, { hits: limit.hits, windowMs: hourMs })
  if (counted && counted.hits >= counted.limit) throw refusal(limit.sentence, counted.resetMs)
}

function refusal(sentence: string, resetMs: number): ServiceError {
  return new ServiceError("rate_limited", sentence, {
    hint: `Try again in ${Math.ceil(resetMs / 60_000)} minutes.`,
    retryAfterSeconds: Math.ceil(resetMs / 1000),
  })
}

/** Counts one more `what`. Returns 0 within `limit`, else the milliseconds until the next window. */
export async function hourlyWaitMs(cx: Cx, what: string, limit: number): Promise<number> {
  const { hits, resetMs } = await cx.counters.hit(what, hourMs)
  return hits <= limit ? 0 : resetMs
}
