import type { InferResult } from "kysely"
import type { Reading } from "#access/context.ts"
import { noLongerMember } from "#access/grant-store.ts"
import type { ReadDb } from "#storage/database.ts"
import { prepared } from "#storage/prepared.ts"

const tokens = (db: ReadDb) =>
  db
    .selectFrom("access_tokens as token")
    .innerJoin("grants", "grants.id", "token.grant_id")
    .select(["token.grant_id", "token.scope", "token.expires_at"])
    .select(["grants.account_id", "grants.resource", "grants.workspace_id"])
    .select(["grants.default_workspace_id", "grants.last_used_at", "grants.created_at"])
    .select(["grants.revoked_at", "grants.left_out", "grants.program"])
    .where((row) => row.or([row("grants.revoked_at", "is", null), row("grants.revoked_reason", "=", noLongerMember)]))

/** An access token with data of its grant. `revoked_at` is also set when its person has left its workspace. */
export type FoundAccessToken = InferResult<ReturnType<typeof tokens>>[number]

const byHash = prepared<{ hash: string }, FoundAccessToken>((db, arg) =>
  tokens(db).where("token.hash", "=", arg("hash")),
)

/**
 * Also finds a token that ended with its person's membership: after an unknown token the client would only refresh, but
 * it must learn that it needs a new consent.
 */
export async function findAccessToken(cx: Reading, hash: string): Promise<FoundAccessToken | undefined> {
  return (await byHash(cx.db, { hash }))[0]
}
