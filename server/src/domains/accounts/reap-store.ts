import type { Context } from "#kernel/context.ts"
import { sessionIdleMs } from "./session.ts"

/** Deletes what can never be used again: sign-ins, challenges and sessions that have run out. */
export async function reapSignIns(cx: Context): Promise<void> {
  const now = cx.now()
  await cx.atomically(async (cx) => {
    await cx.db.deleteFrom("sign_ins").where("expires_at", "<=", now).execute()
    await cx.db.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute()
    await cx.db
      .deleteFrom("sessions")
      .where((row) => row.or([row("expires_at", "<=", now), row("last_seen_at", "<=", now - sessionIdleMs)]))
      .execute()
  })
}
