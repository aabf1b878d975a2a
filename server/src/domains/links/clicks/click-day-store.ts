import { sql } from "kysely"
import type { Member } from "#access/caller.ts"
import type { Inside, Reading } from "#access/context.ts"
import { dayMs, dayOf, eachDay } from "#kernel/time/days.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Clicks of a workspace on one day. */
export interface ClickDay {
  workspace_id: WorkspaceId
  day: number
  clicks: number
}

const isSource = sql<boolean>`country = ''`
const total = sql<number>`cast(sum(clicks) as bigint)`

/** The last closed day (its midnight) that is summed up; undefined when none is. All days before it are, too. */
export async function findLastSummed(cx: Reading): Promise<number | undefined> {
  const { day } = await cx.db
    .selectFrom("click_days")
    .select(({ fn }) => fn.max<number | null>("day").as("day"))
    .executeTakeFirstOrThrow()
  return day === null ? undefined : Number(day)
}

/**
 * Clicks of all the workspace's links by day, since the midnight `first`; days without any are not there. Closed days
 * come from their sums; the links' own rows are read only of the days after.
 */
export async function listOwnDays(cx: Reading & Member, first: number): Promise<Pick<ClickDay, "day" | "clicks">[]> {
  const from = Math.max(first, ((await findLastSummed(cx)) ?? 0) + dayMs)
  const open = eachDay(from, (dayOf(cx.now()) - from) / dayMs + 1).map(({ at }) => at)
  const summed = cx.db
    .selectFrom("click_days")
    .select(["day", "clicks"])
    .where("workspace_id", "=", cx.workspaceId)
    .where("day", ">=", first)
  if (open.length === 0) return summed.execute()
  return summed
    .unionAll(
      cx.db
        .selectFrom("link_days")
        .select(["day", total.as("clicks")])
        .where("day", "in", open)
        .where("workspace_id", "=", cx.workspaceId)
        .where(isSource)
        .groupBy("day"),
    )
    .execute()
}

/** The first day after `last` and before `until` on which somebody clicked. */
export async function findUnsummedDay(
  cx: Reading,
  { last, until }: { last: number; until: number },
): Promise<number | undefined> {
  const row = await cx.db
    .selectFrom("link_days")
    .select("day")
    .where("day", ">", last)
    .where("day", "<", until)
    .orderBy("day")
    .limit(1)
    .executeTakeFirst()
  return row && Number(row.day)
}

/** Sums a day up for the `limit` workspaces that come after `after` by id. */
export function sumDay(cx: Reading, { day, after, limit }: { day: number; after: WorkspaceId | ""; limit: number }) {
  return cx.db
    .selectFrom("link_days")
    .select(["workspace_id", "day", total.as("clicks")])
    .where("day", "=", day)
    .where("workspace_id", ">", after as WorkspaceId)
    .where(isSource)
    .groupBy(["workspace_id", "day"])
    .orderBy("workspace_id")
    .limit(limit)
    .execute()
}

/** Stores sums. Those that another process has stored stay. */
export async function insertSums(cx: Inside, sums: readonly ClickDay[]): Promise<void> {
  await cx.db
    .insertInto("click_days")
    .values(sums)
    .onConflict((conflict) => conflict.columns(["workspace_id", "day"]).doNothing())
    .execute()
}

/** Deletes sums of days that began before `first`, up to `limit` of them; answers how many. */
export async function deleteSumsBefore(cx: Inside, first: number, limit: number): Promise<number> {
  const key = sql`workspace_id, day`
  const old = sql`select ${key} from click_days where day < ${first} order by day limit ${limit}`
  const deleted = await cx.db.deleteFrom("click_days").where(sql<boolean>`(${key}) in (${old})`).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
