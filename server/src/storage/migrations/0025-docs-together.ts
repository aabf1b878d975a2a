import { type Kysely, sql } from "kysely"
import { count, id, of, required } from "./columns.ts"

/** What docs that several people write at once need: their updates, the state these add up to, and who wrote as whom. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendDocs(db)
  await extendVersions(db)
  await db.schema
    .createTable("doc_updates")
    .addColumn("doc_id", "text", ofDoc)
    .addColumn("seq", "bigint", required)
    .addColumn("bytes", "bytea", required)
    .addColumn("account_id", "text", of("accounts"))
    .addColumn("created_at", "bigint", required)
    .addColumn("broken_at", "bigint")
    .addPrimaryKeyConstraint("doc_updates_pk", ["doc_id", "seq"])
    .execute()
  await db.schema
    .createTable("doc_states")
    .addColumn("doc_id", "text", (column) => id(column).references("docs.id").onDelete("cascade"))
    .addColumn("seq", "bigint", required)
    .addColumn("bytes", "bytea", required)
    .execute()
  await db.schema
    .createTable("doc_clients")
    .addColumn("doc_id", "text", ofDoc)
    .addColumn("client_id", "bigint", required)
    .addColumn("account_id", "text", of("accounts"))
    .addPrimaryKeyConstraint("doc_clients_pk", ["doc_id", "client_id"])
    .execute()
}

const ofDoc = (column: Parameters<typeof required>[0]) => column.notNull().references("docs.id").onDelete("cascade")

/** Docs of before have no updates yet; their words are still to be read, as those of every new doc. */
async function extendDocs(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("docs").addColumn("content_seq", "bigint", count).execute()
  await db.schema
    .alterTable("docs")
    .addColumn("indexed_seq", "bigint", (column) => column.notNull().defaultTo(-1))
    .execute()
  await db.schema.alterTable("docs").addColumn("public_key", "text").execute()
  for (const name of ["public_since", "public_indexed_at"]) {
    await db.schema.alterTable("docs").addColumn(name, "bigint").execute()
  }
  await db.schema
    .createIndex("docs_public_key")
    .on("docs")
    .column("public_key")
    .unique()
    .where(sql<boolean>`public_key is not null`)
    .execute()
  await db.schema
    .createIndex("docs_unread")
    .on("docs")
    .column("updated_at")
    .where(sql<boolean>`indexed_seq < content_seq`)
    .execute()
}

async function extendVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("doc_versions").addColumn("state", "bytea").execute()
  await db.schema.alterTable("doc_versions").addColumn("seq", "bigint").execute()
}
