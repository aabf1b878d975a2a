import type { CreateTableBuilder, Kysely } from "kysely"
import { count, id, required } from "./columns.ts"

/** When members work, and the personal calendar that each may attach. It all goes when the member goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ofMember(db.schema.createTable("team_times"))
    .addColumn("time_zone", "text", required)
    .addColumn("hours", "text", required)
    .addColumn("updated_at", "bigint", required)
    .addPrimaryKeyConstraint("team_times_pk", ["account_id", "workspace_id"])
    .execute()
  await ofMember(db.schema.createTable("date_overrides"))
    .addColumn("date", "text", required)
    .addColumn("hours", "text", required)
    .addColumn("updated_at", "bigint", required)
    .addPrimaryKeyConstraint("date_overrides_pk", ["account_id", "workspace_id", "date"])
    .execute()
  await ofMember(db.schema.createTable("stream_plans").addColumn("id", "text", id))
    .addColumn("address_sealed", "text", required)
    .addColumn("busy_sealed", "text", required)
    .addColumn("known_until", "bigint", required)
    .addColumn("unreadable_events", "integer", count)
    .addColumn("unknown_zone_events", "integer", count)
    .addColumn("etag", "text")
    .addColumn("last_modified", "text")
    .addColumn("read_at", "bigint", required)
    .addColumn("refreshed_at", "bigint", required)
    .addColumn("failed_at", "bigint")
    .addColumn("failures", "integer", count)
    .addColumn("error", "text")
    .addColumn("due_at", "bigint", required)
    .addColumn("created_at", "bigint", required)
    .addUniqueConstraint("stream_plans_member", ["account_id", "workspace_id"])
    .execute()
  await db.schema.createIndex("stream_plans_due").on("stream_plans").column("due_at").execute()
}

/** Columns that name a member, whose removal removes the row. */
function ofMember<Name extends string, Column extends string>(table: CreateTableBuilder<Name, Column>) {
  return table
    .addColumn("workspace_id", "text", required)
    .addColumn("account_id", "text", required)
    .addForeignKeyConstraint(
      "of_member",
      ["account_id", "workspace_id"] as never,
      "members",
      ["account_id", "workspace_id"],
      (key) => key.onDelete("cascade"),
    )
}
