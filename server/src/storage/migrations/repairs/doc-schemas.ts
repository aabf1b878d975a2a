import type { Kysely } from "kysely"

/** Which schema a doc was written with last, so that a release that knows less refuses it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("docs")
    .addColumn("schema_number", "integer", (column) => column.notNull().defaultTo(1))
    .execute()
}
