import type { Context } from "#access/context.ts"
import { sweepOldest } from "#access/sweep-store.ts"

export function sweepFormerSlugs(cx: Context): Promise<void> {
  return sweepOldest(cx, { table: "former_slugs", key: "slug", time: "held_until" }, cx.now())
}
