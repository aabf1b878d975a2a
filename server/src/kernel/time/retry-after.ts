import { dayMs } from "./units.ts"

/** Reads `Retry-After` (RFC 9110 section 10.2.3) as milliseconds, a day at most. Undefined for other text. */
export function retryAfterOf(text: string | null | undefined, now: number): number | undefined {
  const plain = text?.trim() ?? ""
  // A date begins with its weekday. `Date.parse` also takes numbers, such as "1.5".
  const ms = /^\d{1,9}$/.test(plain) ? Number(plain) * 1_000 : Date.parse(/^[a-z]/i.test(plain) ? plain : "") - now
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), dayMs)
}
