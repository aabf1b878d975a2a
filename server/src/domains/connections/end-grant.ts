import { noLongerMember } from "#access/grant-store.ts"
import type { Context, Inside } from "#kernel/context.ts"
import { insertAuditEntries, insertAuditEntry } from "./audit-store.ts"
import { type GrantRow, revokeGrant, revokeGrantsOf } from "./grant-row-store.ts"

/** Why a connection ended before its time; `ended_by_admin` is one of its workspace. */
export type EndReason = "revoked" | "ended_by_admin" | "code_replayed" | "refresh_token_reused" | typeof noLongerMember

/** Ends a connection that somebody else seems to hold a secret of, and puts that on record. */
export async function endStolenGrant(
  cx: Context,
  grantId: string,
  { reason, requestId }: { reason: EndReason; requestId: string },
): Promise<void> {
  cx.log.warn({ grantId, reason, requestId }, "A connection was ended: one of its secrets was used twice.")
  await cx.atomically((cx) => endGrant(cx, grantId, { reason, requestId }))
}

/** Ends a connection: none of its tokens opens anything from the commit on. Once ended, nothing more happens. */
export async function endGrant(
  cx: Inside,
  grantId: string,
  { reason, requestId }: { reason: EndReason; requestId?: string },
): Promise<void> {
  const ended = await revokeGrant(cx, grantId, reason)
  if (ended)
    await insertAuditEntry(cx, { ...entryOf(ended), outcome: reason, ...(requestId !== undefined && { requestId }) })
}

/**
 * Ends every connection of a person to one workspace that they do not belong to any more; those for every workspace
 * only lose this one. Answers the ids of those that ended.
 */
export async function endGrantsOfMember(
  cx: Inside,
  member: { accountId: string; workspaceId: string },
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
