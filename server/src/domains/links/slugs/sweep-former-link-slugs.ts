import type { Context } from "#access/context.ts"
import { sweepOldestShown } from "#access/sweep-store.ts"

export function sweepFormerLinkSlugs(cx: Context): Promise<void> {
  return sweepOldestShown(cx, { shownAs: "links", table: "former_link_slugs", key: "id", time: "ends_at" }, cx.now())
}
