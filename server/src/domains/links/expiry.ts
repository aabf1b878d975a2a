import type { Reading } from "#access/context.ts"
import { invalidInput } from "#kernel/error.ts"

/** Refuses an expiry (epoch milliseconds, null for never) that has passed. */
export function futureOnly(cx: Pick<Reading, "now">, expiresAt: number | null): void {
  if (expiresAt === null || expiresAt > cx.now()) return
  const now = new Date(cx.now()).toISOString()
  throw invalidInput("Expires must be in the future.", `Choose a time after ${now}, or no expiry.`, "expiresAt")
}
