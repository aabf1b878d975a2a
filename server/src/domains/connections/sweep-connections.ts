import type { Context, Inside } from "#kernel/context.ts"
import { batch, deleteExpired, deleteOldAuditEntries, deleteOldCodes } from "./expired-store.ts"
import { auditMs, usedCodeMs } from "./lifetimes.ts"

/** Deletes what has expired: requests, codes, tokens, and the record of calls after 180 days. */
export async function sweepConnections(cx: Context): Promise<void> {
  const now = cx.now()
  await inBatches(cx, (cx) => deleteExpired(cx, "authorization_requests", now))
  await inBatches(cx, (cx) => deleteExpired(cx, "access_tokens", now))
  await inBatches(cx, (cx) => deleteExpired(cx, "refresh_tokens", now))
  await inBatches(cx, (cx) => deleteOldCodes(cx, now - usedCodeMs))
  await inBatches(cx, (cx) => deleteOldAuditEntries(cx, now - auditMs))
}

async function inBatches(cx: Context, work: (cx: Inside) => Promise<number>): Promise<void> {
  while ((await cx.atomically(work)) === batch);
}
