import type { Inside } from "#access/context.ts"
import { notifyMentions } from "#domains/notifications/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { listAuthors } from "./mention-store.ts"
import { accountsNamed } from "./mentions-in.ts"

interface Settled {
  readonly docId: string
  readonly workspaceId: WorkspaceId
  readonly title: string
  /** The last update that was in `before`, and the last that is in the text now. */
  readonly after: number
  readonly upTo: number
  /** The doc's JSON as it was stored. */
  readonly before: string
  /** The accounts that it names now, each as often as it is named, and the clients that wrote these mentions. */
  readonly named: readonly string[]
  readonly clients: ReadonlyMap<string, ReadonlySet<number>>
}

/**
 * Tells those whom a doc names anew, in the transaction that stores the JSON in which it does: of two processes that
 * settle a doc at once, and of one that is killed and the one that goes on, one tells.
 */
export async function tellMentions(cx: Inside, settled: Settled): Promise<void> {
  const { docId, workspaceId, title, before, named, clients } = settled
  await notifyMentions(cx, {
    ...{ workspaceId, docId, title, before: accountsNamed(JSON.parse(before)), after: named },
    authorsOf: (account) => listAuthors(cx, settled, clients.get(account) ?? new Set()),
  })
}
