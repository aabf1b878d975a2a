import type { Reading } from "#kernel/context.ts"
import { prepared } from "#storage/prepared.ts"

/** An access token with what its grant says. */
export interface FoundAccessToken {
  grant_id: string
  account_id: string
  scope: string
  expires_at: number
  resource: string
  workspace_id: string | null
  default_workspace_id: string
  last_used_at: number | null
  created_at: number
}

const byHash = prepared<{ hash: string }, FoundAccessToken>((db, arg) =>
  db
    .selectFrom("access_tokens as token")
    .innerJoin("grants", "grants.id", "token.grant_id")
    .select(["token.grant_id", "token.scope", "token.expires_at"])
    .select(["grants.account_id", "grants.resource", "grants.workspace_id"])
    .select(["grants.default_workspace_id", "grants.last_used_at", "grants.created_at"])
    .where("token.hash", "=", arg("hash"))
    .where("grants.revoked_at", "is", null),
)

/** The access token of a grant that holds, or undefined. */
export async function findAccessToken(cx: Reading, hash: string): Promise<FoundAccessToken | undefined> {
  return (await byHash(cx.db, { hash }))[0]
}
