import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { sweepOldest } from "#access/sweep-store.ts"
import { auditMs, usedCodeMs } from "../lifetimes.ts"
import { deleteOldCodes, deleteOldGrants } from "./expired-store.ts"

export async function sweepConnections(cx: Context): Promise<void> {
  const now = cx.now()
  await sweepOldest(cx, { table: "authorization_requests", key: "id", time: "expires_at" }, now)
  await sweepOldest(cx, { table: "access_tokens", key: "hash", time: "expires_at" }, now)
  await sweepOldest(cx, { table: "refresh_tokens", key: "hash", time: "expires_at" }, now)
  await inBatches(cx, (cx, limit) => deleteOldCodes(cx, now - usedCodeMs, limit))
  await sweepOldest(cx, { table: "audit_entries", key: "id", time: "created_at" }, now - auditMs - 1)
  await inBatches(cx, (cx, limit) => deleteOldGrants(cx, now - auditMs, limit))
}
