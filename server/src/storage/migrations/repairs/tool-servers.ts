import { type Kysely, sql } from "kysely"

/** The address of a tool server becomes a secret, and its host a column. The server seals older addresses by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("tool_servers").renameColumn("url", "url_sealed").execute()
  await db.schema
    .alterTable("tool_servers")
    .addColumn("host", "text", (column) => column.notNull().defaultTo(""))
    .execute()
  const { rows } = await sql<{ id: string; url: string }>`select id, url_sealed as url from tool_servers`.execute(db)
  for (const { id, url } of rows) {
    await sql`update tool_servers set host = ${URL.parse(url)?.host ?? ""} where id = ${id}`.execute(db)
  }
}
