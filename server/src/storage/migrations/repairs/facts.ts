import { type Kysely, sql } from "kysely"

/**
 * What a model is told of a question's moment stands with the question, and the page in it no more with the run. A whole
 * doc is read by another name than a part of one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("assistant_messages").addColumn("facts", "text").execute()
  await db.schema.alterTable("assistant_runs").dropColumn("about").execute()
  await sql`update assistant_calls set undo = replace(undo, '"tool":"read_doc"', '"tool":"export_doc"')`.execute(db)
}
