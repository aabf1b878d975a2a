import type { Inside, Reading } from "#access/context.ts"
import { noteAccess } from "#changes/note-change.ts"
import { isPostgres, prepared } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"

export type SignInSession = Schema["sessions"]

interface FoundSession {
  id: string
  accountId: string
  lastSeenAt: number
}

const byHash = prepared<{ hash: string; now: number; seenAfter: number }, FoundSession>((db, arg) =>
  db
    .selectFrom("sessions")
    .select(["id", "account_id as accountId", "last_seen_at as lastSeenAt"])
    .where("hash", "=", arg("hash"))
    .where("expires_at", ">", arg("now"))
    .where("last_seen_at", ">", arg("seenAfter")),
)

/** Finds a session by its token's hash. Undefined when it was ended, is too old, or was not used since `seenAfter`. */
export async function findSessionByHash(
  cx: Reading,
  hash: string,
  seenAfter: number,
): Promise<FoundSession | undefined> {
  return (await byHash(cx.db, { hash, now: cx.now(), seenAfter }))[0]
}

export async function insertSignInSession(cx: Inside, session: SignInSession): Promise<void> {
  await cx.db.insertInto("sessions").values(session).execute()
}

/**
 * Records that sessions are in use, except those for which that was recorded since `unlessSince`. A session whose row is
 * locked, such as for a sign-out, is left out, so that no session waits for another one's lock.
 */
export async function touchSessions(cx: Inside, ids: readonly string[], unlessSince: number): Promise<void> {
  await cx.db
    .with(
      (cte) => cte("due").materialized(),
      (db) =>
        db
          .selectFrom("sessions")
          .select("id")
          .where("id", "in", ids)
          .where("last_seen_at", "<=", unlessSince)
          .$if(isPostgres(cx.db), (query) => query.forUpdate().skipLocked()),
    )
    .updateTable("sessions")
    .set({ last_seen_at: cx.now() })
    .where("id", "in", (due) => due.selectFrom("due").select("due.id"))
    .execute()
}

export function listSessionsOf(cx: Reading, accountId: string, seenAfter: number): Promise<SignInSession[]> {
  return cx.db
    .selectFrom("sessions")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("expires_at", ">", cx.now())
    .where("last_seen_at", ">", seenAfter)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(100)
    .execute()
}

export async function deleteSession(cx: Inside, accountId: string, id: string): Promise<boolean> {
  noteAccess(cx, accountId)
  return changesRow(cx.db.deleteFrom("sessions").where("id", "=", id).where("account_id", "=", accountId))
}

/** Ends every session of an account except one. Returns how many. */
export async function deleteSessionsBut(cx: Inside, accountId: string, keptId: string): Promise<number> {
  noteAccess(cx, accountId)
  const ended = await cx.db
    .deleteFrom("sessions")
    .where("account_id", "=", accountId)
    .where("id", "!=", keptId)
    .executeTakeFirst()
  return Number(ended.numDeletedRows)
}
