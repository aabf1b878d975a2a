import { isPostgres, prepared } from "#storage/prepared.ts"
import type { Inside } from "./context.ts"

const byId = prepared<{ sessionId: string; accountId: string; now: number }, { id: string }>((db, arg) =>
  db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", arg("sessionId"))
    .where("account_id", "=", arg("accountId"))
    .where("expires_at", ">", arg("now"))
    .$if(isPostgres(db), (query) => query.forShare()),
)

/** Returns whether a session is valid, and locks it: a sign-out waits until the transaction ends. */
export async function lockSession(cx: Inside, sessionId: string, accountId: string): Promise<boolean> {
  return (await byId(cx.db, { sessionId, accountId, now: cx.now() })).length > 0
}
