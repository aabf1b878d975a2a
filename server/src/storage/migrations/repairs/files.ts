import { type Kysely, sql } from "kysely"

/** Lists of files by their last change read the end of an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("files_changed")
    .on("files")
    .columns(["workspace_id", "updated_at"])
    .where(sql<boolean>`deleted_at is null`)
    .execute()
}
