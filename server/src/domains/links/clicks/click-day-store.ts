import { sql } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { dayOf, eachDay } from "#kernel/time/days.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

export interface ClickDay {
  workspace_id: WorkspaceId
  day: number
  clicks: number
}

const isSource = sql<boolean>`country = ''`
const total = sql<number>`cast(sum(clicks) as bigint)`

/** The midnight of the last closed day that is summed up. All days before it are summed up, too. */
export async function findLastSummed(cx: Reading): Promise<number | undefined> {
  const { day } = await cx.db
    .selectFrom("click_days")
    .select(({ fn }) => fn.max<number | null>("day").as("day"))
    .executeTakeFirstOrThrow()
  return day === null ? undefined : Number(day)
}

/** Clicks by day since the midnight `first`, without empty days. Closed days come from their sums. */
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

export async function findUnsummedDay(cx: Reading, { last, until }: { last: number; until: number }) {
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

export async function insertSums(cx: Inside, sums: readonly ClickDay[]): Promise<void> {
  await cx.db
    .insertInto("click_days")
    .values(sums)
    .onConflict((conflict) => conflict.columns(["workspace_id", "day"]).doNothing())
    .execute()
}
