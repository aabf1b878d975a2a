import type { Reading } from "#access/context.ts"
import { invalidInput } from "#kernel/error.ts"

/** Refuses an expiry (epoch milliseconds, null for never) that has passed. */
export function futureOnly(cx: Pick<Reading, "now">, expiresAt: number | null): void {
  if (expiresAt === null || expiresAt > cx.now()) return
  const now = new Date(cx.now()).toISOString()
  throw invalidInput("`expires_at` has passed already.", `Send a time after ${now}, or leave it out.`, "expires_at")
}
