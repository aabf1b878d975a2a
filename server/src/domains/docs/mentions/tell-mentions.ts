import type { Inside } from "#access/context.ts"
import { notifyMentions } from "#domains/notifications/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { listAuthors } from "./mention-store.ts"
import { accountsNamed } from "./mentions-in.ts"

interface Settled {
  readonly docId: string
  readonly workspaceId: WorkspaceId
  readonly title: string
  /** The last update in `before`, and the last in the present text. */
  readonly after: number
  readonly upTo: number
  /** The stored JSON before the change. */
  readonly before: string
  /** The accounts mentioned now, one entry for each mention, and the clients that wrote the mentions. */
  readonly named: readonly string[]
  readonly clients: ReadonlyMap<string, ReadonlySet<number>>
}

/**
 * Notifies newly mentioned members, in the transaction that stores the JSON. So exactly one notice is sent, even if two
 * processes settle a doc at once, or one is killed and another continues.
 */
export async function tellMentions(cx: Inside, settled: Settled): Promise<void> {
  const { docId, workspaceId, title, before, named, clients } = settled
  await notifyMentions(cx, {
    ...{ workspaceId, docId, title, before: accountsNamed(JSON.parse(before)), after: named },
    authorsOf: (account) => listAuthors(cx, settled, clients.get(account) ?? new Set()),
  })
}
