import { sql } from "kysely"
import type { Inside } from "#access/context.ts"
import { retain, retainBy } from "#access/retention-store.ts"
import { dayMs } from "#kernel/time/units.ts"
import { conversationDaysKept } from "../kept-days.ts"

/** The smallest `kept_days` that an owner can set. */
const leastKeptDays = 1

/** Deletes conversations that rested for longer than their workspace keeps them, by default since `until`. */
export async function removeRested(cx: Inside, until: number, limit: number): Promise<number> {
  const days = sql`(select kept_days from assistant_settings as settings where settings.workspace_id = conversations.workspace_id)`
  const keptMs = sql<number>`coalesce(${days} * ${dayMs}, ${cx.now() - until})`
  const rested = cx.db
    .selectFrom("conversations")
    .select("conversations.id")
    .where("conversations.updated_at", "<=", cx.now() - leastKeptDays * dayMs)
    .where(sql<boolean>`conversations.updated_at + ${keptMs} <= ${cx.now()}`)
    .orderBy("conversations.updated_at")
    .limit(limit)
  const deleted = await cx.db.deleteFrom("conversations").where("id", "in", rested).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** How long the records of calls, changed permissions and spent tokens are kept. */
const recordMs = 400 * dayMs

export const assistantRetention = [
  retainBy({ table: "conversations", time: "updated_at" }, removeRested, {
    ms: conversationDaysKept * dayMs,
    note: "or as many days as the workspace's owner says; deleted when its person deletes it or leaves",
  }),
  retain(
    { table: "member_tool_choices", keys: ["account_id", "workspace_id", "tool"], time: "expires_at" },
    { note: "deleted when the member leaves or the tool changes" },
  ),
  retain({ table: "assistant_entries", keys: ["workspace_id", "seq"], time: "at" }, { ms: recordMs }),
  retain({ table: "permission_changes", keys: ["workspace_id", "id"], time: "created_at" }, { ms: recordMs }),
  retain({ table: "assistant_spending", keys: ["subject", "period"], time: "updated_at" }, { ms: recordMs }),
]
