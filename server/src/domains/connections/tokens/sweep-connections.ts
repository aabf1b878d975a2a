import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { auditMs, usedCodeMs } from "../lifetimes.ts"
import { deleteExpired, deleteOldAuditEntries, deleteOldCodes, deleteOldGrants } from "./expired-store.ts"

/** Deletes what has expired: requests, codes, tokens, and the record of calls and ended connections after 180 days. */
export async function sweepConnections(cx: Context): Promise<void> {
  const now = cx.now()
  await inBatches(cx, (cx) => deleteExpired(cx, "authorization_requests", now))
  await inBatches(cx, (cx) => deleteExpired(cx, "access_tokens", now))
  await inBatches(cx, (cx) => deleteExpired(cx, "refresh_tokens", now))
  await inBatches(cx, (cx) => deleteOldCodes(cx, now - usedCodeMs))
  await inBatches(cx, (cx) => deleteOldAuditEntries(cx, now - auditMs))
  await inBatches(cx, (cx) => deleteOldGrants(cx, now - auditMs))
}
