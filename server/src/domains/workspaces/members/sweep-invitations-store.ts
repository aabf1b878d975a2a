import type { Context } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"

/** Deletes invitations that have expired. */
export async function sweepInvitations(cx: Context): Promise<void> {
  const now = cx.now()
  await inBatches(cx, async (cx, limit) => {
    const old = cx.db.selectFrom("invitations").select("id").where("expires_at", "<=", now).orderBy("expires_at")
    const deleted = await cx.db
      .deleteFrom("invitations")
      .where("id", "in", old.limit(limit))
      .where("expires_at", "<=", now) // it may just have been sent again
      .executeTakeFirst()
    return Number(deleted.numDeletedRows)
  })
}
