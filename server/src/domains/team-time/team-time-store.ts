import type { Selectable } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { ownRows } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import { changesRow } from "#storage/whether.ts"
import { type DaySpan, readDay, readWeek, type WeekSpan } from "./hours.ts"

export interface TeamTime {
  timeZone: string
  hours: WeekSpan[]
}

/** A day with special hours. */
export interface DateOverride {
  /** `YYYY-MM-DD`. */
  date: string
  hours: DaySpan[]
}

export async function findTeamTime(cx: Reading & Member): Promise<TeamTime | undefined> {
  const row = await cx.db.selectFrom("team_times").select(["time_zone", "hours"]).where(ownRows(cx)).executeTakeFirst()
  return row && { timeZone: row.time_zone, hours: readWeek(row.hours) }
}

export async function putTeamTime(cx: Inside & Member, { timeZone, hours }: TeamTime): Promise<void> {
  const values = { time_zone: timeZone, hours: JSON.stringify(hours), updated_at: cx.now() }
  await cx.db
    .insertInto("team_times")
    .values({ workspace_id: cx.workspaceId, account_id: cx.accountId, ...values })
    .onConflict((conflict) => conflict.columns(["account_id", "workspace_id"]).doUpdateSet(values))
    .execute()
}

export async function listDateOverrides(
  cx: Reading & Member,
  { from, to }: { from: string; to: string },
): Promise<DateOverride[]> {
  const rows = await cx.db
    .selectFrom("date_overrides")
    .select(["date", "hours"])
    .where(ownRows(cx))
    .where("date", ">=", from)
    .where("date", "<=", to)
    .orderBy("date")
    .execute()
  return rows.map(toDateOverride)
}

function toDateOverride(row: Pick<Selectable<Schema["date_overrides"]>, "date" | "hours">): DateOverride {
  return { date: row.date, hours: readDay(row.hours) }
}

export async function countDateOverrides(cx: Reading & Member): Promise<number> {
  const { count } = await cx.db
    .selectFrom("date_overrides")
    .select((row) => row.fn.countAll().as("count"))
    .where(ownRows(cx))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function putDateOverride(cx: Inside & Member, { date, hours }: DateOverride): Promise<void> {
  const values = { hours: JSON.stringify(hours), updated_at: cx.now() }
  await cx.db
    .insertInto("date_overrides")
    .values({ workspace_id: cx.workspaceId, account_id: cx.accountId, date, ...values })
    .onConflict((conflict) => conflict.columns(["account_id", "workspace_id", "date"]).doUpdateSet(values))
    .execute()
}

export async function removeDateOverrideRow(cx: Inside & Member, date: string): Promise<boolean> {
  return changesRow(cx.db.deleteFrom("date_overrides").where(ownRows(cx)).where("date", "=", date))
}
