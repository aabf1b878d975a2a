import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { WriteDb } from "./database.ts"
import type { Schema } from "./schema.ts"

/** A table whose rows are identified by `key` and end at `time`; rows with null there have not ended. */
export type Aged = {
  [Table in keyof Schema]: { table: Table; key: keyof Schema[Table]; time: keyof Schema[Table] }
}[keyof Schema]

interface Old {
  /** Epoch milliseconds. */
  until: number
  limit: number
}

/** Deletes up to `limit` rows that ended at or before `until`, the oldest first. Returns how many. */
export async function deleteOldest(db: WriteDb, aged: Aged, old: Old): Promise<number> {
  const deleted = await oldestOf(db, aged, old).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** The same for a table of workspaces' rows. Returns the workspace of each deleted row. */
export async function deleteOldestOwned(db: WriteDb, aged: Aged, old: Old): Promise<WorkspaceId[]> {
  const deleted = await oldestOf(db, aged, old)
    .returning("workspace_id" as never)
    .execute()
  return (deleted as { workspace_id: WorkspaceId }[]).map(({ workspace_id }) => workspace_id)
}

function oldestOf(db: WriteDb, { table, key, time }: Aged, { until, limit }: Old) {
  // The type above has checked the columns. Kysely's own types cannot follow a variable table.
  const [name, at, end] = [key as never, time as never, until as never]
  const oldest = db.selectFrom(table).select(name).where(at, "<=", end).orderBy(at).limit(limit)
  return db
    .deleteFrom(table)
    .where(name, "in", oldest as never)
    .where(at, "<=", end) // another transaction may just have postponed the end
}
