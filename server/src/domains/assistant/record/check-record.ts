import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { findChainEnd, listLastEntries } from "./entry-store.ts"
import { findBreak } from "./record-call.ts"

/** How many lines are checked, from the end. */
const mostChecked = 1_000

/** What a look at the end of a record found: how many lines, and the number of the first that is not as it was. */
interface CheckedRecord {
  readonly checked: number
  readonly brokenAt: number | null
}

/** Checks that the last lines of a workspace's record follow each other and are as they were written. */
export async function checkRecord(cx: Reading, workspaceId: WorkspaceId): Promise<CheckedRecord> {
  const end = await findChainEnd(cx, workspaceId)
  // Read after the end was: a line that was added meanwhile is left out.
  const rows = (await listLastEntries(cx, workspaceId, mostChecked)).filter(({ seq }) => seq <= (end?.seq ?? 0))
  const broken = findBreak(rows)
  if (broken) return { checked: rows.length, brokenAt: broken.seq }
  const last = rows.at(-1)
  const isCut = last !== undefined && (last.seq !== end?.seq || last.hash !== end.hash)
  return { checked: rows.length, brokenAt: isCut ? last.seq + 1 : null }
}
