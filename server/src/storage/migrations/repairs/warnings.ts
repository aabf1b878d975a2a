import type { Kysely } from "kysely"

/** What operators were warned of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("operator_warnings")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("told_at", "bigint", (column) => column.notNull())
    .execute()
}
