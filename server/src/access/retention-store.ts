import type { ChangeKind } from "#contract/change-kinds.ts"
import { type Aged, deleteOldest, deleteOldestOwned } from "#storage/delete-rows.ts"
import type { Schema } from "#storage/schema.ts"
import { noteChange } from "../changes/note-change.ts"
import type { Inside } from "./context.ts"
import { usualSize } from "./in-batches.ts"

/** How long the rows of a table are kept. Each domain exports its own; `engines/jobs/retention.ts` sweeps all. */
export interface Retention {
  readonly table: keyof Schema
  /** The column with the time from which a row is kept. */
  readonly time: string
  readonly ms: number
  /** Which rows are meant, or what else holds, for `docs/retention.md`. */
  readonly note?: string
  /** Rows of one transaction. */
  readonly batch: number
  /** Deletes rows whose time is `until` or earlier (epoch milliseconds). Returns how many. */
  readonly remove: (cx: Inside, until: number, limit: number) => Promise<number>
}

type Terms = Partial<Pick<Retention, "ms" | "note" | "batch">>

/** A batch may lock the clocks of this many workspaces until its commit. */
const shownBatch = 50

/** Rows that are deleted `ms` after their time; at once if it is left out. Pages that show them as `shownAs` reload. */
export function retain(aged: Aged, { shownAs, ...terms }: Terms & { shownAs?: ChangeKind } = {}): Retention {
  const remove = (cx: Inside, until: number, limit: number) => deleteOldest(cx.db, aged, { until, limit })
  const removeShown = async (cx: Inside, until: number, limit: number) => {
    const owners = await deleteOldestOwned(cx.db, aged, { until, limit })
    for (const workspaceId of owners) if (shownAs) noteChange(cx, { workspaceId, kind: shownAs })
    return owners.length
  }
  const { table, time } = aged
  if (shownAs) return { table, time, ms: 0, batch: shownBatch, remove: removeShown, ...terms }
  return { table, time, ms: 0, batch: usualSize, remove, ...terms }
}

/** Rows whose deletion has conditions or effects of its own. */
export const retainBy = (
  aged: Pick<Retention, "table" | "time">,
  remove: Retention["remove"],
  terms: Terms = {},
): Retention => ({ ms: 0, batch: usualSize, ...aged, remove, ...terms })
