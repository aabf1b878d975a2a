import type { Context, Inside } from "#access/context.ts"
import type { EraseStep } from "#access/domain-steps.ts"
import { noLongerMember } from "#access/grant-store.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { noteAccess } from "#changes/note-change.ts"
import { hideInNotifications } from "#domains/notifications/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { insertAuditEntries, insertAuditEntry } from "./audit-store.ts"
import { announceConnection, connectionEvents } from "./connection-events.ts"
import { type GrantRow, grantIdsOf, revokeGrant, revokeGrantsOf } from "./grant-row-store.ts"
import { noteConnection } from "./note-connection.ts"
import type { Issued, RefusedGrant } from "./tokens.ts"

/** Why a connection ended early; `ended_by_admin` means an admin of its workspace. */
type EndReason = "revoked" | "ended_by_admin" | "code_replayed" | "refresh_token_reused" | typeof noLongerMember

/** Ends a connection whose secret seems stolen, and records it. */
export async function endStolenGrant(
  cx: Context,
  { connectionId, ...stolen }: TokenHolder,
  { reason, requestId, network }: { reason: EndReason; requestId: string; network?: string | undefined },
): Promise<void> {
  recordSecurityEvent(cx, "token_reused", { ...stolen, connectionId, reason, network })
  await cx.atomically((cx) => endGrant(cx, connectionId, { reason, requestId }))
}

/** Ends a connection: its tokens are invalid from the commit on. Returns false if it had already ended. */
export async function endGrant(
  cx: Inside,
  grantId: string,
  { reason, requestId }: { reason: EndReason; requestId?: string },
): Promise<boolean> {
  const ended = await revokeGrant(cx, grantId, reason)
  if (!ended) return false
  await insertAuditEntry(cx, { ...entryOf(ended), outcome: reason, ...(requestId !== undefined && { requestId }) })
  await announceEnd(cx, ended, reason)
  return true
}

export interface TokenHolder {
  connectionId: string
  accountId: string
  workspaceId: WorkspaceId | null
}

/** The result of presenting a code or refresh token. `stolen`: it was used before. */
export type ExchangeOutcome = { holder: TokenHolder; issued: Issued } | { stolen: TokenHolder } | RefusedGrant

export function toTokenHolder(found: {
  grant_id: string
  account_id: string
  workspace_id: WorkspaceId | null
}): TokenHolder {
  return { connectionId: found.grant_id, accountId: found.account_id, workspaceId: found.workspace_id }
}

/** Ends a former member's connections; those to every workspace only lose this one. Returns the ids of ended ones. */
export async function endGrantsOfMember(cx: Inside, member: { accountId: string; workspaceId: WorkspaceId }) {
  return endAll(cx, await revokeGrantsOf(cx, member, noLongerMember), noLongerMember)
}

export async function endGrantsOfAccount(cx: Inside, accountId: string): Promise<string[]> {
  return endAll(cx, await revokeGrantsOf(cx, { accountId }, "revoked"), "revoked")
}

/** Hides an erased account in other members' notifications of its connections. */
export const hideConnections: EraseStep = (cx, { id }) =>
  hideInNotifications(cx, ["app_connected", "agent_wrote"], grantIdsOf(cx, id))

async function endAll(cx: Inside, ended: readonly GrantRow[], outcome: EndReason): Promise<string[]> {
  await insertAuditEntries(
    cx,
    ended.map((grant) => ({ ...entryOf(grant), outcome })),
  )
  for (const grant of ended) {
    await noteConnection(cx, grant.account_id, grant.workspace_id)
    await announceEnd(cx, grant, outcome)
  }
  return ended.map(({ id }) => id)
}

async function announceEnd(cx: Inside, grant: GrantRow, reason: EndReason): Promise<void> {
  const { id, account_id: accountId, workspace_id: workspaceId } = grant
  noteAccess(cx, accountId)
  await announceConnection(cx, connectionEvents.ended, { workspaceId, data: { id, accountId, reason } })
}

function entryOf({ id, account_id, workspace_id }: GrantRow) {
  return { grantId: id, accountId: account_id, workspaceId: workspace_id }
}
