import type { Context } from "#access/context.ts"
import { readLeftOut } from "#access/grant-store.ts"
import type { Scope } from "#access/scopes.ts"
import { hasEnded } from "#kernel/has-ended.ts"
import { hashSecret } from "#kernel/secret.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { accessMs } from "../lifetimes.ts"
import { readScopes } from "../scope-text.ts"
import { findAccessToken } from "./connection-lookup-store.ts"
import { touchGrant } from "./grant-row-store.ts"

/** The connection that an access token stands for. */
export interface Connection {
  grantId: string
  accountId: string
  scopes: ReadonlySet<Scope>
  /** The one workspace that it reaches; null when it reaches every one of its person's. */
  workspaceId: WorkspaceId | null
  /** Of those, the ones that it does not reach any more. */
  leftOut: ReadonlySet<string>
  /** Epoch milliseconds. */
  grantedAt: number
  /** The workspace that is acted on unless a call names another. */
  defaultWorkspaceId: WorkspaceId
}

/** A use is written down once in this time. */
const touchMs = 60_000

/**
 * Finds the connection that an access token stands for, anew on every call: nothing is kept, so that ending a
 * connection bites on the next one. Undefined when the token is unknown, expired, revoked or meant for another
 * resource. Whether its person still belongs to the workspace is for `perform` to find out.
 */
export async function findConnection(cx: Context, accessToken: string): Promise<Connection | undefined> {
  const found = await findAccessToken(cx, hashSecret(accessToken))
  if (!found || hasEnded(cx.now(), found.expires_at, accessMs)) return undefined
  // RFC 8707 §2: a token is good at the resource that it was issued for, and nowhere else.
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
    // What ended with a membership is older than any that its person has there now.
    grantedAt: isRevoked ? 0 : found.created_at,
    defaultWorkspaceId: found.default_workspace_id,
  }
}
