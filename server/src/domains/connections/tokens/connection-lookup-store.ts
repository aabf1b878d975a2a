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
    .select(["grants.revoked_at", "grants.left_out"])
    .where((row) => row.or([row("grants.revoked_at", "is", null), row("grants.revoked_reason", "=", noLongerMember)]))

/** An access token with what its grant says. `revoked_at` is set when its person does not belong to its workspace any more. */
export type FoundAccessToken = InferResult<ReturnType<typeof tokens>>[number]

const byHash = prepared<{ hash: string }, FoundAccessToken>((db, arg) =>
  tokens(db).where("token.hash", "=", arg("hash")),
)

/**
 * The access token of a grant that holds, or undefined. One that ended with its person's membership is found, too: its
 * client is to learn that nothing but a new consent helps, while a token that is unknown would only be refreshed.
 */
export async function findAccessToken(cx: Reading, hash: string): Promise<FoundAccessToken | undefined> {
  return (await byHash(cx.db, { hash }))[0]
}
