import type { Context } from "#access/context.ts"
import { sweepOldestShown } from "#access/sweep-store.ts"
import { dayMs } from "#kernel/time/units.ts"

const trashMs = 30 * dayMs

/** Deletes docs that have been in the trash for 30 days, with their versions. */
export function sweepDocTrash(cx: Context): Promise<void> {
  return sweepOldestShown(cx, { shownAs: "docs", table: "docs", key: "id", time: "deleted_at" }, cx.now() - trashMs)
}
