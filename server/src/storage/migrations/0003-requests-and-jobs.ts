import { type Kysely, sql } from "kysely"
import { count, id, required } from "./columns.ts"

/** Idempotent requests with their answers, and the outbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("idempotency_keys")
    .addColumn("id", "text", id)
    .addColumn("fingerprint", "text", required)
    .addColumn("lease_until", "bigint")
    .addColumn("run", "integer", required)
    .addColumn("answer", "text")
    .addColumn("created_at", "bigint", required)
    .execute()
  await db.schema.createIndex("idempotency_keys_age").on("idempotency_keys").column("created_at").execute()
  await db.schema
    .createTable("jobs")
    .addColumn("id", "text", id)
    .addColumn("kind", "text", required)
    .addColumn("payload", "text", required)
    .addColumn("dedupe_key", "text")
    .addColumn("run_at", "bigint", required)
    .addColumn("attempts", "integer", count)
    .addColumn("lease", "text")
    .addColumn("dead_at", "bigint")
    .addColumn("last_error", "text")
    .addColumn("created_at", "bigint", required)
    .execute()
  await db.schema.createIndex("jobs_due").on("jobs").column("run_at").where(sql<boolean>`dead_at is null`).execute()
  await db.schema
    .createIndex("jobs_waiting_once")
    .unique()
    .on("jobs")
    .column("dedupe_key")
    .where(sql<boolean>`lease is null and dead_at is null`)
    .execute()
  await db.schema
    .createIndex("jobs_dead")
    .on("jobs")
    .column("dead_at")
    .where(sql<boolean>`dead_at is not null`)
    .execute()
}
