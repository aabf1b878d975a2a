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
  readonly before: string
  readonly named: readonly string[]
  readonly clients: ReadonlyMap<string, ReadonlySet<number>>
}

/** Runs in the transaction that stores the JSON, so exactly one notice is sent, even after a kill. */
export async function notifyNewMentions(cx: Inside, settled: Settled): Promise<void> {
  const { docId, workspaceId, title, before, named, clients } = settled
  await notifyMentions(cx, {
    ...{ workspaceId, docId, title, before: accountsNamed(JSON.parse(before)), after: named },
    authorsOf: (account) => listAuthors(cx, settled, clients.get(account) ?? new Set()),
  })
}
