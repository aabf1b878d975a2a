import { type Kysely, sql } from "kysely"

/**
 * What a model is told of a question's moment stands with the question, and the page in it no more with the run. Undo of a
 * doc by its Markdown ends.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("assistant_messages").addColumn("facts", "text").execute()
  await db.schema.alterTable("assistant_runs").dropColumn("about").execute()
  const refusal = "This was done before undo kept the whole text. Choose a version of the doc."
  await sql`update assistant_calls set undo = null, undo_refusal = ${refusal} where undo like '%"tool":"read_doc"%'`.execute(
    db,
  )
}
