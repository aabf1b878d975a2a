import type { Context, Inside, Member } from "#access/context.ts"
import { lockMembership } from "#access/membership-store.ts"
import { roleCovers } from "#access/roles.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { noSuchConnection } from "../consent-errors.ts"
import {
  announceConnection,
  connectionEvents,
  endGrant,
  type GrantRow,
  insertAuditEntry,
  leaveOut,
} from "../tokens/index.ts"
import { findReachingGrant } from "./workspace-grant-store.ts"

export interface EndedConnection {
  connectionId: string
  accountId: string
  reason: string
}

/** Ends a connection's access to the workspace. Returns the ended connection, or nothing if it had ended before. */
export async function endInWorkspace(
  cx: Inside & Member,
  { id, account_id, workspace_id }: GrantRow,
): Promise<EndedConnection[]> {
  const isOwn = account_id === cx.accountId
  const ended = { connectionId: id, accountId: account_id }
  if (workspace_id !== null) {
    const reason = isOwn ? "revoked" : "ended_by_admin"
    return (await endGrant(cx, id, { reason })) ? [{ ...ended, reason }] : []
  }
  const outcome = isOwn ? "left_out" : "left_out_by_admin"
  if (!(await leaveOut(cx, id, cx.workspaceId))) return []
  await insertAuditEntry(cx, { grantId: id, accountId: account_id, workspaceId: cx.workspaceId, outcome })
  const { workspaceId } = cx
  const data = { id, accountId: account_id, reason: outcome }
  await announceConnection(cx, connectionEvents.ended, { workspaceId, data })
  return [{ ...ended, reason: outcome }]
}

/** Finds a connection that the caller may end: their own, or any if they are still an admin. */
export async function getEndable(cx: Inside & Member, id: string): Promise<GrantRow> {
  const membership = await lockMembership(cx, cx.accountId, cx.workspaceId)
  const grant = await findReachingGrant(cx, id)
  const mayEnd = grant?.account_id === cx.accountId || roleCovers(membership?.role ?? "viewer", "admin")
  if (!grant || !mayEnd) throw noSuchConnection()
  return grant
}

export function noteEnded(cx: Context<Member>, ended: readonly EndedConnection[]): void {
  const by = { byAccountId: cx.accountId, workspaceId: cx.workspaceId, network: cx.network }
  for (const one of ended) recordSecurityEvent(cx, "connection_ended", { ...by, ...one })
}
