import { dayMs, hourMs, minuteMs } from "#kernel/time/units.ts"

/** The waits between the ten tries, in milliseconds: three days in all. */
const waits = [5_000, 5 * minuteMs, 30 * minuteMs, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hourMs)]

/**
 * The wait after the failed try number `tries`, varied by 20 %, so that deliveries that failed together are not tried
 * again together. Undefined after the last try.
 */
export function waitMsAfter(tries: number, random: () => number = Math.random): number | undefined {
  const wait = waits[tries - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.8 + random() * 0.4))
}

/** Responses by which a receiver asks for a pause. */
const pausing: readonly (number | null)[] = [429, 502, 503, 504]

/** The pause after a response, in milliseconds, in which nothing is sent to the endpoint; 0 for none. */
export function restMsAfter(status: number | null, retryAfterMs: number | null): number {
  return pausing.includes(status) ? Math.max(retryAfterMs ?? 30_000, 1_000) : 0
}

export const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/** From this duration of a response on, the endpoint is served by the lane of slow ones. */
export const slowMs = 5_000
/** How long an endpoint stays in that lane after a slow or failed response. */
export const lateMs = 10 * minuteMs
/** After this time without a success, and `leastFailures`, an endpoint is switched off. */
export const offAfterMs = 5 * dayMs
export const leastFailures = 20
export const warnAfterMs = dayMs
