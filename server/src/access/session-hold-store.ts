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

/**
 * Tells inside a transaction whether a person's session still stands, and locks it: whoever signs them out waits until
 * the transaction has ended.
 */
export async function holdSession(cx: Inside, sessionId: string, accountId: string): Promise<boolean> {
  return (await byId(cx.db, { sessionId, accountId, now: cx.now() })).length > 0
}
