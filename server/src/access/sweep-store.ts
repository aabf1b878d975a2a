import type { ChangeKind } from "#contract/change-kinds.ts"
import { type Aged, deleteOldest, deleteOldestOwned } from "#storage/delete-oldest.ts"
import type { Context, Inside } from "./context.ts"
import { inBatches } from "./in-batches.ts"
import { noteChange } from "./note-change.ts"

/** Deletes all rows whose time is `until` or earlier (epoch milliseconds), in transactions that keep no writer waiting. */
export function sweepOldest(cx: Context, aged: Aged, until: number): Promise<void> {
  return inBatches(cx, (cx, limit) => deleteOldest(cx.db, aged, { until, limit }))
}

/** Each batch may hold the clocks of as many workspaces until it is committed. */
const shownBatch = 50

/** The same for rows that the pages of a workspace show: whoever looks at it is told. */
export function sweepOldestShown(cx: Context, { shownAs, ...aged }: Aged & { shownAs: ChangeKind }, until: number) {
  const remove = async (cx: Inside, limit: number) => {
    const owners = await deleteOldestOwned(cx.db, aged, { until, limit })
    for (const workspaceId of owners) noteChange(cx, { workspaceId, kind: shownAs })
    return owners.length
  }
  return inBatches(cx, remove, shownBatch)
}
