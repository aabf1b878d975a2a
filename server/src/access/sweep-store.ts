import type { ChangeKind } from "#contract/change-kinds.ts"
import { type Aged, deleteOldest, deleteOldestOwned } from "#storage/delete-rows.ts"
import { noteChange } from "../changes/note-change.ts"
import type { Context, Inside } from "./context.ts"
import { inBatches } from "./in-batches.ts"

/** Deletes all rows whose time is `until` or earlier (epoch milliseconds), in batches. */
export function sweepOldest(cx: Context, aged: Aged, until: number): Promise<void> {
  return inBatches(cx, (cx, limit) => deleteOldest(cx.db, aged, { until, limit }))
}

/** A batch may lock the clocks of this many workspaces until its commit. */
const shownBatch = 50

/** Does the same for rows that a workspace's pages show, and notifies the pages. */
export function sweepOldestShown(cx: Context, { shownAs, ...aged }: Aged & { shownAs: ChangeKind }, until: number) {
  const remove = async (cx: Inside, limit: number) => {
    const owners = await deleteOldestOwned(cx.db, aged, { until, limit })
    for (const workspaceId of owners) noteChange(cx, { workspaceId, kind: shownAs })
    return owners.length
  }
  return inBatches(cx, remove, shownBatch)
}
