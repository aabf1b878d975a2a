import { type Kysely, sql } from "kysely"
import { count, id, of, required } from "./columns.ts"

/** Folders, the trash, upload links, what is being uploaded, and how much a workspace stores. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeFolders(db)
  await widenFiles(db)
  await makeUploadLinks(db)
  await makeUploads(db)
  await makeStorage(db)
}

async function makeFolders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("folders")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("parent_id", "text", (column) => column.references("folders.id"))
    .addColumn("name", "text", required)
    .addColumn("created_by", "text", of("accounts"))
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("deleted_at", "bigint")
    .execute()
  await db.schema
    .createIndex("folders_name")
    .unique()
    .on("folders")
    .expression(sql`workspace_id, (coalesce(parent_id, '')), name`)
    .where(sql<boolean>`deleted_at is null`)
    .execute()
  await db.schema.createIndex("folders_parent").on("folders").column("parent_id").execute()
}

async function widenFiles(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("files")
    .addColumn("folder_id", "text", (column) => column.references("folders.id"))
    .execute()
  await db.schema.alterTable("files").addColumn("search_name", "text", text).execute()
  await db.schema.alterTable("files").addColumn("uploaded_by", "text").execute()
  await db.schema.alterTable("files").addColumn("upload_link_id", "text").execute()
  await db.schema.alterTable("files").addColumn("announced_at", "bigint").execute()
  await db.schema.alterTable("files").addColumn("held_at", "bigint").execute()
  await db.schema.alterTable("files").addColumn("updated_at", "bigint", count).execute()
  await db.schema.alterTable("files").addColumn("deleted_at", "bigint").execute()
  await sql`update files set search_name = lower(name), updated_at = created_at,
    held_at = (select created_at from offer_files where offer_files.file_id = files.id limit 1)`.execute(db)
  await db.schema
    .createIndex("files_name")
    .unique()
    .on("files")
    .expression(sql`workspace_id, (coalesce(folder_id, '')), name`)
    .where(sql<boolean>`deleted_at is null`)
    .execute()
  await db.schema
    .createIndex("files_trash")
    .on("files")
    .column("deleted_at")
    .where(sql<boolean>`deleted_at is not null`)
    .execute()
  await db.schema
    .createIndex("files_unannounced")
    .on("files")
    .column("upload_link_id")
    .where(sql<boolean>`announced_at is null and upload_link_id is not null`)
    .execute()
}

async function makeUploadLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("upload_links")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("folder_id", "text", (column) => column.references("folders.id").onDelete("cascade"))
    .addColumn("created_by", "text", of("accounts"))
    .addColumn("max_files", "integer", required)
    .addColumn("max_file_bytes", "bigint", required)
    .addColumn("files_taken", "integer", count)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("revoked_at", "bigint")
    .execute()
  await db.schema
    .createIndex("upload_links_workspace")
    .on("upload_links")
    .columns(["workspace_id", "created_at"])
    .execute()
}

async function makeUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("uploads")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("upload_link_id", "text")
    .addColumn("account_id", "text")
    .addColumn("folder_id", "text")
    .addColumn("name", "text", required)
    .addColumn("content_type", "text", required)
    .addColumn("blob_key", "text", required)
    .addColumn("state", "text", required)
    .addColumn("length_bytes", "bigint")
    .addColumn("offset_bytes", "bigint", count)
    .addColumn("reserved_bytes", "bigint", count)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .execute()
  await db.schema.createIndex("uploads_expiry").on("uploads").column("expires_at").execute()
  await db.schema
    .createTable("upload_parts")
    .addColumn("upload_id", "text", (column) => column.notNull().references("uploads.id").onDelete("cascade"))
    .addColumn("start_bytes", "bigint", required)
    .addColumn("size_bytes", "bigint", required)
    .addColumn("blob_key", "text", required)
    .addPrimaryKeyConstraint("upload_parts_pk", ["upload_id", "start_bytes"])
    .execute()
}

async function makeStorage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("drive_storage")
    .addColumn("workspace_id", "text", (column) => column.primaryKey().notNull().references("workspaces.id"))
    .addColumn("used_bytes", "bigint", count)
    .addColumn("quota_bytes", "bigint", required)
    .execute()
  await sql`insert into drive_storage (workspace_id, used_bytes, quota_bytes)
    select workspace_id, sum(size_bytes), 53687091200 from files group by workspace_id`.execute(db)
}

const text = (column: Parameters<typeof required>[0]) => column.notNull().defaultTo("")
