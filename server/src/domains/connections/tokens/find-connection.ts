import type { Context, Reading } from "#access/context.ts"
import { readLeftOut } from "#access/grant-store.ts"
import type { Scope } from "#access/scopes.ts"
import { hasEnded } from "#kernel/has-ended.ts"
import { hashSecret } from "#kernel/secret.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { accessMs } from "../lifetimes.ts"
import { readScopes } from "../scope-text.ts"
import { findAccessToken } from "./connection-lookup-store.ts"
import { listLiveGrants, touchGrant } from "./grant-row-store.ts"

export interface Connection {
  grantId: string
  accountId: string
  scopes: ReadonlySet<Scope>
  /** The only workspace it can access; null means all of its person's. */
  workspaceId: WorkspaceId | null
  /** Workspaces in which its access was ended. */
  leftOut: ReadonlySet<string>
  grantedAt: number
  program: string | null
  /** When the access token expires that the request came with. */
  tokenExpiresAt: number
  /** The workspace that is used when a call names none. */
  defaultWorkspaceId: WorkspaceId
}

/** A use is recorded at most once in this interval. */
const touchMs = 60_000

/**
 * Finds the connection of a valid access token for this resource. Nothing is cached, so that an ended connection fails
 * at its next call. `perform` checks whether its person is still a member.
 */
export async function findConnection(cx: Context, accessToken: string): Promise<Connection | undefined> {
  const found = await findAccessToken(cx, hashSecret(accessToken))
  if (!found || hasEnded(cx.now(), found.expires_at, accessMs)) return undefined
  // RFC 8707 §2: a token is valid only at the resource for which it was issued.
  if (found.resource !== cx.addresses.mcp) return undefined
  const before = cx.now() - touchMs
  const isRevoked = found.revoked_at !== null
  if (!isRevoked && (found.last_used_at === null || found.last_used_at <= before)) {
    await cx.atomically((cx) => touchGrant(cx, found.grant_id, before))
  }
  return {
    grantId: found.grant_id,
    accountId: found.account_id,
    scopes: new Set(readScopes(found.scope)),
    workspaceId: found.workspace_id,
    leftOut: readLeftOut(found.left_out),
    // A connection that ended with a membership must count as older than the person's present membership.
    grantedAt: isRevoked ? 0 : found.created_at,
    program: found.program,
    tokenExpiresAt: found.expires_at,
    defaultWorkspaceId: found.default_workspace_id,
  }
}

/** Lists the `connections` that were revoked, or lost their access token to its expiry, since they were found. */
export async function listEnded(cx: Reading, connections: readonly Connection[]): Promise<ReadonlySet<Connection>> {
  if (connections.length === 0) return new Set()
  const live = await listLiveGrants(cx, [...new Set(connections.map(({ grantId }) => grantId))])
  const isLive = ({ grantId, tokenExpiresAt }: Connection) =>
    live.has(grantId) && !hasEnded(cx.now(), tokenExpiresAt, accessMs)
  return new Set(connections.filter((connection) => !isLive(connection)))
}
