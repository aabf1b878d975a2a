import type { Context } from "#access/context.ts"
import { sweepOldestShown } from "#access/sweep-store.ts"

const trashMs = 30 * 86_400_000

/** Deletes links that have been in the trash for more than 30 days. Their slugs become free. */
export function sweepLinkTrash(cx: Context): Promise<void> {
  return sweepOldestShown(
    cx,
    { shownAs: "links", table: "short_links", key: "id", time: "deleted_at" },
    cx.now() - trashMs - 1,
  )
}
