import { type Kysely, sql } from "kysely"
import { of, required } from "./columns.ts"

/** What a domain's check found, a workspace's logo, the addresses that it had, and when its content was deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("domains").addColumn("found", "text").execute()
  await db.schema.alterTable("workspaces").addColumn("logo_key", "text").execute()
  await db.schema.alterTable("workspaces").addColumn("emptied_at", "bigint").execute()
  await db.schema
    .createIndex("workspaces_trash")
    .on("workspaces")
    .column("deleted_at")
    .where(sql<boolean>`deleted_at is not null`)
    .execute()
  await db.schema
    .createTable("former_slugs")
    .addColumn("slug", "text", (column) => column.primaryKey().notNull())
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("held_until", "bigint", required)
    .execute()
  await db.schema.createIndex("former_slugs_workspace").on("former_slugs").column("workspace_id").execute()
  await db.schema.createIndex("former_slugs_end").on("former_slugs").column("held_until").execute()
}
