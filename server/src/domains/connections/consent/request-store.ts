import type { Inside, Reading } from "#access/context.ts"
import { latestMade } from "#kernel/has-ended.ts"
import type { Schema } from "#storage/schema.ts"
import { decidedMs } from "../lifetimes.ts"

export type AuthorizationRequest = Schema["authorization_requests"]

export async function insertAuthorizationRequest(cx: Inside, row: AuthorizationRequest): Promise<void> {
  await cx.db.insertInto("authorization_requests").values(row).execute()
}

export function findOpenRequest(cx: Reading, id: string): Promise<AuthorizationRequest | undefined> {
  return cx.db
    .selectFrom("authorization_requests")
    .selectAll()
    .where("id", "=", id)
    .where("decided_at", "is", null)
    .where("expires_at", ">", cx.now())
    .where("created_at", "<=", latestMade(cx.now()))
    .executeTakeFirst()
}

export function findDecidedRequest(cx: Reading, id: string): Promise<AuthorizationRequest | undefined> {
  return cx.db
    .selectFrom("authorization_requests")
    .selectAll()
    .where("id", "=", id)
    .where("decided_at", "is not", null)
    .where("expires_at", ">", cx.now())
    .executeTakeFirst()
}

/** Decides an open request. Its row stays for a day, so that its page can say what was decided. */
export function decideRequest(
  cx: Inside,
  { id, grantId }: { id: string; grantId: string | null },
): Promise<AuthorizationRequest | undefined> {
  return cx.db
    .updateTable("authorization_requests")
    .set({ decided_at: cx.now(), expires_at: cx.now() + decidedMs, grant_id: grantId })
    .where("id", "=", id)
    .where("decided_at", "is", null)
    .where("expires_at", ">", cx.now())
    .where("created_at", "<=", latestMade(cx.now()))
    .returningAll()
    .executeTakeFirst()
}
