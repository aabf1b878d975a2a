import { dayMs, hourMs, minuteMs } from "#kernel/time/units.ts"

/** The interval of checks, by the time since a member asked for the domain. */
const steps = [
  { until: 10 * minuteMs, every: minuteMs },
  { until: dayMs, every: 10 * minuteMs },
  { until: 7 * dayMs, every: hourMs },
  { until: 30 * dayMs, every: dayMs },
]

/** When a domain that waits is polled again; null once that has been done for a month. */
export function nextPollAt(since: number, now: number): number | null {
  const step = steps.find(({ until }) => now - since < until)
  return step === undefined ? null : now + step.every
}
