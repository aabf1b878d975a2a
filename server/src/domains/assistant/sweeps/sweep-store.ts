import { sql } from "kysely"
import type { Inside } from "#access/context.ts"
import { dayMs } from "#kernel/time/units.ts"

/** The smallest `kept_days` that an owner can set. */
const leastKeptDays = 1

/** Deletes up to `limit` conversations that rested for longer than their workspace keeps them. Returns how many. */
export async function sweepRested(cx: Inside, { usualMs, limit }: { usualMs: number; limit: number }): Promise<number> {
  const days = sql`(select kept_days from assistant_settings as settings where settings.workspace_id = conversations.workspace_id)`
  const keptMs = sql<number>`coalesce(${days} * ${dayMs}, ${usualMs})`
  const rested = cx.db
    .selectFrom("conversations")
    .select("conversations.id")
    .where("conversations.updated_at", "<", cx.now() - leastKeptDays * dayMs)
    .where(sql<boolean>`conversations.updated_at + ${keptMs} < ${cx.now()}`)
    .orderBy("conversations.updated_at")
    .limit(limit)
  const deleted = await cx.db.deleteFrom("conversations").where("id", "in", rested).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

export async function sweepTables(cx: Inside, before: number): Promise<void> {
  await cx.db.deleteFrom("member_tool_choices").where("expires_at", "<", cx.now()).execute()
  await cx.db.deleteFrom("assistant_entries").where("at", "<", before).execute()
  await cx.db.deleteFrom("permission_changes").where("created_at", "<", before).execute()
  await cx.db.deleteFrom("assistant_spending").where("updated_at", "<", before).execute()
}
