import type { Context, Inside } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { sessionIdleMs } from "./session.ts"

/** Deletes what can never be used again: sign-ins, challenges and sessions that have run out. */
export async function sweepSignIns(cx: Context): Promise<void> {
  const now = cx.now()
  await inBatches(cx, (cx, limit) => deleteSignIns(cx, now, limit))
  await inBatches(cx, (cx, limit) => deleteChallenges(cx, now, limit))
  await inBatches(cx, (cx, limit) => deleteSessions(cx, { column: "expires_at", until: now, limit }))
  await inBatches(cx, (cx, limit) => deleteSessions(cx, { column: "last_seen_at", until: now - sessionIdleMs, limit }))
}

async function deleteSignIns(cx: Inside, until: number, limit: number): Promise<number> {
  const old = cx.db.selectFrom("sign_ins").select("id").where("expires_at", "<=", until).orderBy("expires_at")
  const deleted = await cx.db.deleteFrom("sign_ins").where("id", "in", old.limit(limit)).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

async function deleteChallenges(cx: Inside, until: number, limit: number): Promise<number> {
  const old = cx.db.selectFrom("passkey_challenges").select("hash").where("expires_at", "<=", until)
  const first = old.orderBy("expires_at").limit(limit)
  const deleted = await cx.db.deleteFrom("passkey_challenges").where("hash", "in", first).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

async function deleteSessions(
  cx: Inside,
  { column, until, limit }: { column: "expires_at" | "last_seen_at"; until: number; limit: number },
): Promise<number> {
  const old = cx.db.selectFrom("sessions").select("id").where(column, "<=", until).orderBy(column).limit(limit)
  const deleted = await cx.db
    .deleteFrom("sessions")
    .where("id", "in", old)
    .where(column, "<=", until)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
