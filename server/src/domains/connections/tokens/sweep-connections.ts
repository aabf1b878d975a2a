import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { auditMs, usedCodeMs } from "../lifetimes.ts"
import { deleteOldCodes, deleteOldGrants, deleteOutdated } from "./expired-store.ts"

/** Deletes what has expired: requests, codes, tokens, and the record of calls and ended connections after 180 days. */
export async function sweepConnections(cx: Context): Promise<void> {
  const now = cx.now()
  for (const what of ["requests", "accessTokens", "refreshTokens"] as const) {
    await inBatches(cx, (cx, limit) => deleteOutdated(cx, what, { before: now, limit }))
  }
  await inBatches(cx, (cx, limit) => deleteOldCodes(cx, now - usedCodeMs, limit))
  await inBatches(cx, (cx, limit) => deleteOutdated(cx, "auditLines", { before: now - auditMs, limit }))
  await inBatches(cx, (cx, limit) => deleteOldGrants(cx, now - auditMs, limit))
}
