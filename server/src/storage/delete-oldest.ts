import type { WriteDb } from "./database.ts"
import type { Schema } from "./schema.ts"

/** A table whose rows are named by `key` and are over by `time`; where that is null they are not. */
export type Aged = {
  [Table in keyof Schema]: { table: Table; key: keyof Schema[Table]; time: keyof Schema[Table] }
}[keyof Schema]

/** Deletes up to `limit` rows whose time is `until` or earlier, the oldest first; answers how many. */
export async function deleteOldest(
  db: WriteDb,
  { table, key, time }: Aged,
  { until, limit }: { until: number; limit: number },
): Promise<number> {
  // Which column is which the type above has checked; Kysely's own types cannot follow a table that varies.
  const [name, at, end] = [key as never, time as never, until as never]
  const oldest = db.selectFrom(table).select(name).where(at, "<=", end).orderBy(at).limit(limit)
  const deleted = await db
    .deleteFrom(table)
    .where(name, "in", oldest as never)
    .where(at, "<=", end) // it may just have been put off
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
