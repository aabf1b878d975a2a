import { type Insertable, sql } from "kysely"
import type { Inside } from "#access/context.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Schema } from "#storage/schema.ts"

type NewLine = Insertable<Schema["notifications"]>

/** SQLite allows 32,766 values in a statement; a line has eighteen. */
const linesInOne = 1_000

/** A line closes this long after it was created, however often happenings join it. */
const longestMs = dayMs
/** The shortest time between two pushes of a line. */
const restMs = 15 * minuteMs

/** Closes the lines of this name whose time is over, so that new lines begin. */
export async function closeLines(cx: Inside, workspaceId: WorkspaceId, line: string): Promise<void> {
  await cx.db
    .updateTable("notifications")
    .set({ open_until: null })
    .where("workspace_id", "=", workspaceId)
    .where("line", "=", line)
    .where("open_until", "<=", cx.now())
    .execute()
}

/** Adds lines of one name, sorted by account, or joins open ones. Returns when each line is due to be sent. */
export async function putLines(cx: Inside, lines: readonly NewLine[]): Promise<(number | null)[]> {
  const times: (number | null)[] = []
  for (let at = 0; at < lines.length; at += linesInOne) {
    const put = await joinOrAdd(cx, lines.slice(at, at + linesInOne))
    times.push(...put.map(({ tell_at }) => tell_at))
  }
  return times
}

function joinOrAdd(cx: Inside, lines: readonly NewLine[]) {
  const longest = sql<number>`notifications.created_at + ${sql.lit(longestMs)}`
  const rested = sql<number>`notifications.told_at + ${sql.lit(restMs)}`
  return cx.db
    .insertInto("notifications")
    .values(lines)
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "line", "account_id"])
        .where("open_until", "is not", null)
        .doUpdateSet(({ ref, eb }) => ({
          count: eb("notifications.count", "+", ref("excluded.count")),
          thing: ref("excluded.thing"),
          words: ref("excluded.words"),
          needed_role: ref("excluded.needed_role"),
          listed_at: ref("excluded.listed_at"),
          updated_at: ref("excluded.updated_at"),
          open_until: sql<number>`case when excluded.open_until > ${longest} then ${longest} else excluded.open_until end`,
          tell_at: sql<number | null>`case
            when excluded.tell_at is null or notifications.tell_at is not null then notifications.tell_at
            when ${rested} > excluded.tell_at then ${rested} else excluded.tell_at end`,
        })),
    )
    .returning("tell_at")
    .execute()
}
