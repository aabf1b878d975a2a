import type { Context } from "#access/context.ts"
import { sweepOldest } from "#access/sweep-store.ts"
import { sessionIdleMs } from "./session.ts"

export async function sweepSignIns(cx: Context): Promise<void> {
  const now = cx.now()
  await sweepOldest(cx, { table: "sign_ins", key: "id", time: "expires_at" }, now)
  await sweepOldest(cx, { table: "passkey_challenges", key: "hash", time: "expires_at" }, now)
  await sweepOldest(cx, { table: "sessions", key: "id", time: "expires_at" }, now)
  await sweepOldest(cx, { table: "sessions", key: "id", time: "last_seen_at" }, now - sessionIdleMs)
}
