import type { Context, Inside } from "#kernel/context.ts"
import { insertAuditEntry } from "./audit-store.ts"
import { revokeGrant } from "./grant-row-store.ts"

/** Why a connection ended before its time. */
export type EndReason = "revoked" | "code_replayed" | "refresh_token_reused"

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
  if (!ended) return
  await insertAuditEntry(cx, {
    grantId,
    accountId: ended.account_id,
    workspaceId: ended.workspace_id,
    outcome: reason,
    ...(requestId !== undefined && { requestId }),
  })
}
