import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { findHead, listChanged } from "./change-log-store.ts"

/** What somebody who looks at a workspace is told; `seq` is the number up to which they know it then. */
export type News =
  | { readonly event: "hello"; readonly seq: number }
  | { readonly event: "changes"; readonly seq: number; readonly changes: { kind: string; ref: string | null }[] }
  /** What changed is not known, or too much to tell: they ask for everything again. */
  | { readonly event: "reset"; readonly seq: number }

/** To count more rows than this costs more than it saves. */
const mostRows = 10_000
const mostThings = 200

/**
 * What somebody who knows a workspace up to `after` has to be told now; undefined when they know everything. Who knows
 * nothing yet is told the present number alone.
 *
 * Numbers have no gaps, so what is missing shows: where the rows are fewer than the numbers, some are too old and gone.
 * A number that was never given comes from a database that was put back to an earlier state.
 */
export async function readNews(
  cx: Reading,
  workspaceId: WorkspaceId,
  after: number | undefined,
): Promise<News | undefined> {
  const seq = await findHead(cx, workspaceId)
  if (after === undefined) return { event: "hello", seq }
  if (after === seq) return undefined
  if (!(after < seq) || seq - after > mostRows) return { event: "reset", seq }
  const found = await listChanged(cx, workspaceId, { after, upTo: seq, limit: mostThings + 1 })
  const rows = found.reduce((sum, { times }) => sum + times, 0)
  if (found.length > mostThings || rows !== seq - after) return { event: "reset", seq }
  return { event: "changes", seq, changes: found.map(({ kind, ref }) => ({ kind, ref })) }
}
