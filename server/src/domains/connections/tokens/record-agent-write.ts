import type { Inside } from "#access/context.ts"
import { onceCommitted } from "#changes/note-change.ts"
import { notify } from "#domains/notifications/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

import { redirectHost } from "../redirect-host.ts"
import { type AuditEntry, insertAuditEntry } from "./audit-store.ts"
import { findGrantFacts } from "./grant-facts-store.ts"

export interface AgentWrites {
  readonly grantId: string
  readonly workspaceId: WorkspaceId
  readonly times: number
}

/**
 * Records a write of an agent, once, in the write's own transaction. `tell` is called after the commit: it collects
 * writes for one notification, which costs the write nothing.
 */
export async function recordAgentWrite(cx: Inside, entry: AuditEntry, tell: (writes: AgentWrites) => void) {
  const isNew = await insertAuditEntry(cx, entry)
  const { grantId, workspaceId } = entry
  if (isNew && workspaceId !== null) onceCommitted(cx, () => tell({ grantId, workspaceId, times: 1 }))
}

export async function tellAgentWrites(cx: Inside, { grantId, workspaceId, times }: AgentWrites): Promise<void> {
  const grant = await findGrantFacts(cx, grantId)
  if (!grant) return
  const { member, account_id: accountId } = grant
  const { host, isLocal } = redirectHost(grant.redirect_uri)
  const app = (whose: string) => (isLocal ? `App on ${whose} computer` : host)
  const line = { workspaceId, thing: grantId, about: grantId, times }
  await notify(cx, { ...line, what: "own_agent_wrote", words: [app("your")], named: [accountId], by: [] })
  await notify(cx, { ...line, what: "agent_wrote", words: [app("their"), member], by: [accountId] })
}
