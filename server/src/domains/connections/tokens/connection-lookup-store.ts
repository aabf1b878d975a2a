import type { Reading } from "#access/context.ts"
import { noLongerMember } from "#access/grant-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { prepared } from "#storage/prepared.ts"

/** An access token with what its grant says. */
export interface FoundAccessToken {
  grant_id: string
  account_id: string
  scope: string
  expires_at: number
  resource: string
  workspace_id: WorkspaceId | null
  default_workspace_id: WorkspaceId
  last_used_at: number | null
  created_at: number
  /** Set when its person does not belong to its workspace any more. */
  revoked_at: number | null
  left_out: string
}

const byHash = prepared<{ hash: string }, FoundAccessToken>((db, arg) =>
  db
    .selectFrom("access_tokens as token")
    .innerJoin("grants", "grants.id", "token.grant_id")
    .select(["token.grant_id", "token.scope", "token.expires_at"])
    .select(["grants.account_id", "grants.resource", "grants.workspace_id"])
    .select(["grants.default_workspace_id", "grants.last_used_at", "grants.created_at"])
    .select(["grants.revoked_at", "grants.left_out"])
    .where("token.hash", "=", arg("hash"))
    .where((row) => row.or([row("grants.revoked_at", "is", null), row("grants.revoked_reason", "=", noLongerMember)])),
)

/**
 * The access token of a grant that holds, or undefined. One that ended with its person's membership is found, too: its
 * client is to learn that nothing but a new consent helps, while a token that is unknown would only be refreshed.
 */
export async function findAccessToken(cx: Reading, hash: string): Promise<FoundAccessToken | undefined> {
  return (await byHash(cx.db, { hash }))[0]
}
