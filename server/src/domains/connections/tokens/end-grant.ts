import type { Context, Inside } from "#access/context.ts"
import { noLongerMember } from "#access/grant-store.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { insertAuditEntries, insertAuditEntry } from "./audit-store.ts"
import { type GrantRow, revokeGrant, revokeGrantsOf } from "./grant-row-store.ts"
import type { Issued, Refused } from "./tokens.ts"

/** Why a connection ended before its time; `ended_by_admin` is one of its workspace. */
export type EndReason = "revoked" | "ended_by_admin" | "code_replayed" | "refresh_token_reused" | typeof noLongerMember

/** Ends a connection that somebody else seems to hold a secret of, and puts that on record. */
export async function endStolenGrant(
  cx: Context,
  { connectionId, ...stolen }: TokenHolder,
  { reason, requestId, network }: { reason: EndReason; requestId: string; network?: string | undefined },
): Promise<void> {
  recordSecurityEvent(cx, "token_reused", { ...stolen, connectionId, reason, network })
  await cx.atomically((cx) => endGrant(cx, connectionId, { reason, requestId }))
}

/**
 * Ends a connection: none of its tokens opens anything from the commit on. Once ended, nothing more happens; answers
 * whether it had not ended before.
 */
export async function endGrant(
  cx: Inside,
  grantId: string,
  { reason, requestId }: { reason: EndReason; requestId?: string },
): Promise<boolean> {
  const ended = await revokeGrant(cx, grantId, reason)
  if (ended)
    await insertAuditEntry(cx, { ...entryOf(ended), outcome: reason, ...(requestId !== undefined && { requestId }) })
  return ended !== undefined
}

/** Whose connection a token or a code is of, for the security log. */
export interface TokenHolder {
  connectionId: string
  accountId: string
  workspaceId: WorkspaceId | null
}

/** What comes of a code or a refresh token that was presented; `stolen` is one that was used before. */
export type ExchangeOutcome = { holder: TokenHolder; issued: Issued } | { stolen: TokenHolder } | Refused

export function holderOf(found: {
  grant_id: string
  account_id: string
  workspace_id: WorkspaceId | null
}): TokenHolder {
  return { connectionId: found.grant_id, accountId: found.account_id, workspaceId: found.workspace_id }
}

/**
 * Ends every connection of a person to one workspace that they do not belong to any more; those for every workspace
 * only lose this one. Answers the ids of those that ended.
 */
export async function endGrantsOfMember(
  cx: Inside,
  member: { accountId: string; workspaceId: WorkspaceId },
): Promise<string[]> {
  return endAll(cx, await revokeGrantsOf(cx, member, noLongerMember), noLongerMember)
}

/** Ends every connection of a person. Answers the ids of those that ended. */
export async function endGrantsOfAccount(cx: Inside, accountId: string): Promise<string[]> {
  return endAll(cx, await revokeGrantsOf(cx, { accountId }, "revoked"), "revoked")
}

async function endAll(cx: Inside, ended: readonly GrantRow[], outcome: EndReason): Promise<string[]> {
  await insertAuditEntries(
    cx,
    ended.map((grant) => ({ ...entryOf(grant), outcome })),
  )
  return ended.map(({ id }) => id)
}

function entryOf({ id, account_id, workspace_id }: GrantRow) {
  return { grantId: id, accountId: account_id, workspaceId: workspace_id }
}
