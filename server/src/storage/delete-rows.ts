import { sql } from "kysely"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Inside, WriteDb } from "./database.ts"
import type { Schema } from "./schema.ts"

/** A table whose rows are identified by `keys` and end at `time`; rows with null there have not ended. */
export type Aged = {
  [Table in keyof Schema]: {
    table: Table
    keys: readonly (keyof Schema[Table] & string)[]
    time: keyof Schema[Table] & string
  }
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

function oldestOf(db: WriteDb, { table, keys, time }: Aged, { until, limit }: Old) {
  // The type above has checked the columns. Kysely's own types cannot follow a variable table.
  const [at, end] = [time as never, until as never]
  const key = sql.join(keys.map((name) => sql.ref(name)))
  const oldest = db
    .selectFrom(table)
    .select(keys as never)
    .where(at, "<=", end)
    .orderBy(at)
    .limit(limit)
  return db.deleteFrom(table).where(sql<boolean>`(${key}) in (${oldest})`).where(at, "<=", end) // another transaction may just have postponed the end
}

/** A table whose rows have an id and belong to a workspace. */
type OwnedTable = {
  [Table in keyof Schema]: Schema[Table] extends { id: unknown; workspace_id: unknown } ? Table : never
}[keyof Schema]

const some = (db: WriteDb, table: OwnedTable, { id, limit }: { id: WorkspaceId; limit: number }) =>
  db
    .deleteFrom(table as "docs")
    .where("workspace_id", "=", id)
    .where(
      "id",
      "in",
      db
        .selectFrom(table as "docs")
        .select("id")
        .where("workspace_id", "=", id)
        .limit(limit),
    )

/** Deletes rows of a workspace, at most `limit`, and returns how many. */
export const emptiesSome = (table: OwnedTable) => async (cx: Inside, id: WorkspaceId, limit: number) =>
  Number((await some(cx.db, table, { id, limit }).executeTakeFirst()).numDeletedRows)

/** The same, for rows whose bytes `remove` then removes by their keys. */
export const emptiesBlobs =
  (table: "covers" | "files", remove: (cx: Inside, blobKey: string) => Promise<unknown>) =>
  async (cx: Inside, id: WorkspaceId, limit: number) => {
    const rows = some(cx.db, table, { id, limit }).returning("blob_key" as never)
    const deleted = (await rows.execute()) as unknown as { blob_key: string }[]
    for (const { blob_key } of deleted) await remove(cx, blob_key)
    return deleted.length
  }

/** Deletes all rows of a workspace from these tables. Returns 0, since nothing is left. */
export const emptiesAll =
  (...tables: readonly (keyof Schema)[]) =>
  async (cx: Inside, id: WorkspaceId): Promise<number> => {
    for (const table of tables)
      await cx.db
        .deleteFrom(table as "docs")
        .where("workspace_id", "=", id)
        .execute()
    return 0
  }
