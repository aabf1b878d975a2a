import { type Kysely, sql } from "kysely"
import { id, of, required } from "./columns.ts"

/** Reports of abuse, suspensions, and who may make an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createReports(db)
  await createSuspensions(db)
  await db.schema
    .createTable("sign_up_decisions")
    .addColumn("id", "text", id)
    .addColumn("sign_up", "text", required)
    .addColumn("decided_by", "text", required)
    .addColumn("decided_at", "bigint", required)
    .execute()
}

async function createReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("abuse_reports")
    .addColumn("id", "text", id)
    .addColumn("subject_kind", "text", required)
    .addColumn("subject_id", "text", required)
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("seen_as", "text", required)
    .addColumn("reason", "text", required)
    .addColumn("words", "text")
    .addColumn("email", "text")
    .addColumn("created_at", "bigint", required)
    .addColumn("mailed_at", "bigint")
    .addColumn("closed_at", "bigint")
    .addColumn("closed_by", "text")
    .addColumn("outcome", "text")
    .execute()
  await db.schema.createIndex("abuse_reports_created").on("abuse_reports").columns(["created_at", "id"]).execute()
  await db.schema.createIndex("abuse_reports_closed").on("abuse_reports").column("closed_at").execute()
  await db.schema.createIndex("abuse_reports_mailed").on("abuse_reports").column("mailed_at").execute()
  await db.schema.createIndex("abuse_reports_workspace").on("abuse_reports").column("workspace_id").execute()
}

async function createSuspensions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("suspensions")
    .addColumn("id", "text", id)
    .addColumn("subject_kind", "text", required)
    .addColumn("subject_id", "text", required)
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("reason", "text", required)
    .addColumn("words", "text")
    .addColumn("suspended_by", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("lifted_by", "text")
    .addColumn("lifted_at", "bigint")
    .execute()
  await db.schema.createIndex("suspensions_created").on("suspensions").columns(["created_at", "id"]).execute()
  await db.schema.createIndex("suspensions_workspace").on("suspensions").column("workspace_id").execute()
  await db.schema
    .createIndex("suspensions_standing")
    .on("suspensions")
    .columns(["subject_kind", "subject_id"])
    .unique()
    .where(sql<boolean>`lifted_at is null`)
    .execute()
}
