import type { Context } from "#access/context.ts"
import { sweepOldestShown } from "#access/sweep-store.ts"

const restMs = 30 * 86_400_000

/** Deletes share links 30 days after they were revoked or expired. */
export async function sweepShareLinks(cx: Context): Promise<void> {
  for (const time of ["revoked_at", "expires_at"] as const) {
    await sweepOldestShown(cx, { shownAs: "share-links", table: "share_links", key: "id", time }, cx.now() - restMs)
  }
}
