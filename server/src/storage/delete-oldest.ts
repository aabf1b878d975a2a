import type { WriteDb } from "./database.ts"
import type { Schema } from "./schema.ts"

/** A table whose rows are identified by `key` and end at `time`; rows with null there have not ended. */
export type Aged = {
  [Table in keyof Schema]: { table: Table; key: keyof Schema[Table]; time: keyof Schema[Table] }
}[keyof Schema]

/** Deletes up to `limit` rows that ended at or before `until`, the oldest first. Returns how many. */
export async function deleteOldest(
  db: WriteDb,
  { table, key, time }: Aged,
  { until, limit }: { until: number; limit: number },
): Promise<number> {
  // The type above has checked the columns; Kysely's own types cannot follow a table that varies.
  const [name, at, end] = [key as never, time as never, until as never]
  const oldest = db.selectFrom(table).select(name).where(at, "<=", end).orderBy(at).limit(limit)
  const deleted = await db
    .deleteFrom(table)
    .where(name, "in", oldest as never)
    .where(at, "<=", end) // it may just have been put off
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
