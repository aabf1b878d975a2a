import type { Inside, Outside } from "#access/context.ts"
import { newId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { endTokens } from "./end-tokens.ts"
import { sealToken, type TokenSecrets } from "./sealed-token.ts"
import { insertTokenRow } from "./token-store.ts"

interface Kept {
  readonly workspaceId: WorkspaceId
  readonly serverId: string
  readonly holder: string
  readonly accountId: string
  readonly secrets: TokenSecrets
}

/** Ends and revokes the holder's previous token. */
export async function keepToken(
  cx: Inside & Pick<Outside, "keyring">,
  { workspaceId, serverId, holder, accountId, secrets }: Kept,
): Promise<void> {
  await endTokens(cx, { serverId, holder })
  const id = newId("tooltoken")
  const { expiresIn, scope = null } = secrets.tokens
  await insertTokenRow(cx, {
    id,
    workspace_id: workspaceId,
    server_id: serverId,
    holder,
    account_id: accountId,
    token_sealed: sealToken(cx, id, secrets),
    scope,
    expires_at: expiresIn === undefined ? null : cx.now() + expiresIn * 1_000,
    refresh_until: null,
    version: 0,
    ended_at: null,
    created_at: cx.now(),
  })
}
