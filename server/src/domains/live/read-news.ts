import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { findLastSeq, listChanged } from "./change-log-store.ts"

/** A message to a watcher. `seq` is the sequence number up to which the watcher is then current. */
export type News =
  | { readonly event: "hello"; readonly seq: number }
  | { readonly event: "changes"; readonly seq: number; readonly changes: { kind: string; ref: string | null }[] }
  /** The changes are unknown or too many: the page reloads all its data. */
  | { readonly event: "reset"; readonly seq: number }

/** Counting more rows than this costs more than a reset. */
const mostRows = 10_000
const mostThings = 200

/**
 * The message for a watcher that is current up to `after`; undefined when it is current. Sequence numbers have no gaps:
 * fewer rows than numbers mean that old rows were deleted. A number above the last one means that the database was
 * restored from a backup.
 */
export async function readNews(
  cx: Reading,
  workspaceId: WorkspaceId,
  after: number | undefined,
): Promise<News | undefined> {
  const seq = await findLastSeq(cx, workspaceId)
  if (after === undefined) return { event: "hello", seq }
  if (after === seq) return undefined
  if (!(after < seq) || seq - after > mostRows) return { event: "reset", seq }
  const found = await listChanged(cx, workspaceId, { after, upTo: seq, limit: mostThings + 1 })
  const rows = found.reduce((sum, { times }) => sum + times, 0)
  if (found.length > mostThings || rows !== seq - after) return { event: "reset", seq }
  return { event: "changes", seq, changes: found.map(({ kind, ref }) => ({ kind, ref })) }
}
