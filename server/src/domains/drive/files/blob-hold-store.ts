import type { Inside, Reading } from "#access/context.ts"
import { findsRow } from "#storage/whether.ts"

/** How long one call of `holdBlobs` lasts, so that a backup that was killed does not keep everything for good. */
const holdMs = 3_600_000

/**
 * Lets nobody remove bytes for an hour from now, under an id of the caller's, who calls again in time. What the
 * database names once this has committed stays readable.
 */
export async function holdBlobs(cx: Inside, id: string): Promise<void> {
  const held_until = cx.now() + holdMs
  await cx.db
    .insertInto("blob_holds")
    .values({ id, held_until })
    .onConflict((row) => row.column("id").doUpdateSet({ held_until }))
    .execute()
}

/** Ends a hold, and forgets those that have run out. */
export async function releaseBlobs(cx: Inside, id: string): Promise<void> {
  await cx.db
    .deleteFrom("blob_holds")
    .where((row) => row.or([row("id", "=", id), row("held_until", "<=", cx.now())]))
    .execute()
}

/**
 * Whether bytes must stay. Asked after the change that no longer needs them has committed: who gets a no began before
 * the hold, so that what it reads has that change.
 */
export async function areBlobsHeld(cx: Reading): Promise<boolean> {
  return findsRow(cx.db.selectFrom("blob_holds").select("id").where("held_until", ">", cx.now()))
}
