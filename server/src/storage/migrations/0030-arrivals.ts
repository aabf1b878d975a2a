import { type Kysely, sql } from "kysely"

/** Finds what came in through upload links without reading the whole drive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("files_arrived")
    .on("files")
    .columns(["workspace_id", "created_at"])
    .where(sql<boolean>`upload_link_id is not null`)
    .execute()
}
