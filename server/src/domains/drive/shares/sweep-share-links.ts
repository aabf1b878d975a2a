import type { Context } from "#access/context.ts"
import { sweepOldest, sweepOldestShown } from "#access/sweep-store.ts"
import { dayMs } from "#kernel/time/units.ts"

const restMs = 30 * dayMs

/** Deletes share links 30 days after they were revoked or expired, and downloads whose addresses have ended. */
export async function sweepShareLinks(cx: Context): Promise<void> {
  await sweepOldest(cx, { table: "share_downloads", key: "id", time: "expires_at" }, cx.now())
  for (const time of ["revoked_at", "expires_at"] as const) {
    await sweepOldestShown(cx, { shownAs: "share-links", table: "share_links", key: "id", time }, cx.now() - restMs)
  }
}
