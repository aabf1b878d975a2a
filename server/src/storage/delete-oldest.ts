import type { WriteDb } from "./database.ts"
import type { Schema } from "./schema.ts"

/** A table whose rows are named by `key` and are over by `time`. */
type Aged = {
  [Table in keyof Schema]: { table: Table; key: keyof Schema[Table]; time: keyof Schema[Table] }
}[keyof Schema]

/** Deletes up to `limit` rows whose time is before `before`, the oldest first; answers how many. */
export async function deleteOldest(
  db: WriteDb,
  { table, key, time }: Aged,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  // Which column is which the type above has checked; Kysely's own types cannot follow a table that varies.
  const [name, at] = [key as never, time as never]
  const oldest = db
    .selectFrom(table)
    .select(name)
    .where(at, "<", before as never)
    .orderBy(at)
    .limit(limit)
  const deleted = await db
    .deleteFrom(table)
    .where(name, "in", oldest as never)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
