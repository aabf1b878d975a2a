import { type Kysely, sql } from "kysely"
import { id, of, required } from "./columns.ts"

/** What a workspace says of itself, where it was and how it ends, which docs its members starred, and what operators do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeWorkspaces(db)
  await createLogos(db)
  await createStars(db)
  await createReports(db)
  await createSuspensions(db)
  await createSignUpDecisions(db)
}

/** What a domain's check found, where buyers reach the seller, the addresses that a workspace had, and its end. */
async function changeWorkspaces(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("workspaces").addColumn("contact", "text").execute()
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

/** The pictures that stand for workspaces; `workspaces.logo_key` names the one that is shown. */
async function createLogos(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("logos")
    .addColumn("key", "text", (column) => column.primaryKey().notNull())
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("png", "text", required)
    .execute()
  await db.schema.createIndex("logos_workspace").on("logos").column("workspace_id").unique().execute()
}

/** Which members have starred which docs. A star goes with its doc, and with its member. */
async function createStars(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("doc_stars")
    .addColumn("doc_id", "text", (column) => column.notNull().references("docs.id").onDelete("cascade"))
    .addColumn("account_id", "text", required)
    .addColumn("workspace_id", "text", required)
    .addColumn("created_at", "bigint", required)
    .addPrimaryKeyConstraint("doc_stars_key", ["account_id", "doc_id"])
    .addForeignKeyConstraint(
      "doc_stars_of_member",
      ["account_id", "workspace_id"],
      "members",
      ["account_id", "workspace_id"],
      (key) => key.onDelete("cascade"),
    )
    .execute()
  await db.schema.createIndex("doc_stars_doc").on("doc_stars").column("doc_id").execute()
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

/** Who may make an account. */
async function createSignUpDecisions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sign_up_decisions")
    .addColumn("id", "text", id)
    .addColumn("sign_up", "text", required)
    .addColumn("decided_by", "text", required)
    .addColumn("decided_at", "bigint", required)
    .execute()
}
