import type { Kysely } from "kysely"

/** What a model is told of a question's moment stands with the question, and the page in it no more with the run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("assistant_messages").addColumn("facts", "text").execute()
  await db.schema.alterTable("assistant_runs").dropColumn("about").execute()
}
