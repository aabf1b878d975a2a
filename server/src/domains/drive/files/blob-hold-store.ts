import type { Inside, Reading } from "#access/context.ts"
import { hourMs } from "#kernel/time/units.ts"
import { findsRow } from "#storage/whether.ts"

/** How long a hold lasts. It expires so that a killed backup does not keep all bytes for good. */
const holdMs = hourMs

/** Prevents the removal of bytes for an hour. Blobs that a row refers to after this commit stay readable. */
export async function holdBlobs(cx: Inside, id: string): Promise<void> {
  const held_until = cx.now() + holdMs
  await cx.db
    .insertInto("blob_holds")
    .values({ id, held_until })
    .onConflict((row) => row.column("id").doUpdateSet({ held_until }))
    .execute()
}

export async function releaseBlobs(cx: Inside, id: string): Promise<void> {
  await cx.db
    .deleteFrom("blob_holds")
    .where((row) => row.or([row("id", "=", id), row("held_until", "<=", cx.now())]))
    .execute()
}

/** The ids of holds that last. */
export async function listHolds(cx: Reading): Promise<string[]> {
  const rows = await cx.db.selectFrom("blob_holds").select("id").where("held_until", ">", cx.now()).execute()
  return rows.map(({ id }) => id)
}

/** Ask after committing the change that makes bytes unnecessary: a later backup already sees that change. */
export async function areBlobsHeld(cx: Reading): Promise<boolean> {
  return findsRow(cx.db.selectFrom("blob_holds").select("id").where("held_until", ">", cx.now()))
}
