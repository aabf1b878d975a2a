import type { Inside } from "#access/context.ts"
import { notify } from "#domains/notifications/index.ts"
import { redirectHost } from "../redirect-host.ts"
import { type AuditEntry, insertAuditEntry } from "./audit-store.ts"
import { findToldGrant } from "./told-grant-store.ts"

/**
 * Records a write of an agent, in the write's own transaction, and tells whom it acted for and the admins. Recording
 * the same line again changes nothing.
 */
export async function recordAgentWrite(cx: Inside, entry: AuditEntry): Promise<void> {
  const isNew = await insertAuditEntry(cx, entry)
  const { grantId, workspaceId } = entry
  if (!isNew || workspaceId === null) return
  const grant = await findToldGrant(cx, grantId)
  if (!grant) return
  const { member, account_id: accountId } = grant
  const { host, isLoopback } = redirectHost(grant.redirect_uri)
  const app = (whose: string) => (isLoopback ? `An app on ${whose} computer` : host)
  const line = { workspaceId, thing: grantId, about: grantId }
  await notify(cx, { ...line, what: "own_agent_wrote", words: [app("your")], named: [accountId], by: [] })
  await notify(cx, { ...line, what: "agent_wrote", words: [app("their"), member], by: [accountId] })
}
