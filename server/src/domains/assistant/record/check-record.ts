import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { findChainEnd, listLastEntries } from "./entry-store.ts"
import { findBreak } from "./record-call.ts"

const mostChecked = 1_000

interface CheckedRecord {
  readonly checked: number
  /** The number of the first changed or missing line. */
  readonly brokenAt: number | null
}

/** Checks the hash chain of a workspace's last record lines. */
export async function checkRecord(cx: Reading, workspaceId: WorkspaceId): Promise<CheckedRecord> {
  const end = await findChainEnd(cx, workspaceId)
  // The lines are read after the end of the chain: lines added in between are ignored.
  const rows = (await listLastEntries(cx, workspaceId, mostChecked)).filter(({ seq }) => seq <= (end?.seq ?? 0))
  const broken = findBreak(rows)
  if (broken) return { checked: rows.length, brokenAt: broken.seq }
  const last = rows.at(-1)
  const isCut = last !== undefined && (last.seq !== end?.seq || last.hash !== end.hash)
  return { checked: rows.length, brokenAt: isCut ? last.seq + 1 : null }
}
