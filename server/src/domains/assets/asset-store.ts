import type { Inside, Reading } from "#access/context.ts"
import { retainBy } from "#access/retention-store.ts"
import type { BlobMeasures } from "#adapters/blobs/port.ts"
import { enqueue } from "#jobs/job-store.ts"

interface NamedBlob {
  readonly name: string
  readonly blob_key: string
}

/** Notes the present build's files; the others end at `endsAt`. The files of the present build never end. */
export async function noteBuild(cx: Inside, files: readonly NamedBlob[], endsAt: number): Promise<void> {
  const names = files.map(({ name }) => name)
  const table = cx.db.updateTable("assets")
  await table.set({ ends_at: endsAt }).where("ends_at", "is", null).where("name", "not in", names).execute()
  await cx.db
    .insertInto("assets")
    .values(files.map((file) => ({ ...file, size_bytes: null, sha256: null, ends_at: null })))
    .onConflict((row) => row.column("name").doUpdateSet({ ends_at: null }))
    .execute()
}

export function listUnstored(cx: Reading, names: readonly string[]): Promise<NamedBlob[]> {
  return cx.db
    .selectFrom("assets")
    .select(["name", "blob_key"])
    .where("name", "in", names)
    .where("sha256", "is", null)
    .execute()
}

export async function noteStored(cx: Inside, blobKey: string, { sizeBytes, sha256 }: BlobMeasures): Promise<void> {
  await cx.db.updateTable("assets").set({ size_bytes: sizeBytes, sha256 }).where("blob_key", "=", blobKey).execute()
}

export async function findStored(cx: Reading, name: string): Promise<string | undefined> {
  const row = await cx.db
    .selectFrom("assets")
    .select("blob_key")
    .where("name", "=", name)
    .where("sha256", "is not", null)
    .executeTakeFirst()
  return row?.blob_key
}

/** Deletes rows that have ended, with their blobs. Returns how many. */
async function removeEnded(cx: Inside, until: number, limit: number): Promise<number> {
  const ended = cx.db.selectFrom("assets").select("name").where("ends_at", "<=", until).limit(limit)
  const rows = await cx.db.deleteFrom("assets").where("name", "in", ended).returning("blob_key").execute()
  for (const { blob_key } of rows) await enqueue(cx, "remove-blob", { payload: { blobKey: blob_key } })
  return rows.length
}

export const assetRetention = [retainBy({ table: "assets", time: "ends_at" }, removeEnded, { batch: 100 })]
