import { type Kysely, sql } from "kysely"

/**
 * Sums of clicks by workspace and closed day. A day's row of a link names its workspace, but does not reference it: a
 * foreign key would lock the workspace's row with each click.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("click_days")
    .addColumn("workspace_id", "text", (column) => column.notNull().references("workspaces.id").onDelete("cascade"))
    .addColumn("day", "bigint", (column) => column.notNull())
    .addColumn("clicks", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("click_days_key", ["workspace_id", "day"])
    .execute()
  await db.schema.createIndex("click_days_day").on("click_days").column("day").execute()
  await db.schema
    .alterTable("link_days")
    .addColumn("workspace_id", "text", (column) => column.notNull().defaultTo(""))
    .execute()
  await sql`update link_days set workspace_id = (
    select workspace_id from short_links where short_links.id = link_days.link_id)`.execute(db)
  await db.schema
    .createIndex("link_days_workspace")
    .on("link_days")
    .columns(["day", "workspace_id"])
    .where(sql<boolean>`country = ''`)
    .execute()
}
