import type { Member, Reading } from "#access/context.ts"
import { members } from "#access/membership-store.ts"
import { people } from "#domains/accounts/index.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import { readDay, readWeek, type WeekSpan } from "./hours.ts"
import type { StreamPlanRow } from "./stream-plan-store.ts"
import type { DateOverride } from "./team-time-store.ts"

export interface TeamMember {
  accountId: string
  email: string
  name: string | null
  timeZone: string | null
  hours: WeekSpan[]
  plan: Pick<StreamPlanRow, "id" | "busy_sealed" | "known_until" | "failed_at"> | undefined
}

export async function listTeam(cx: Reading & Member, limit: number): Promise<TeamMember[]> {
  const rows = await cx.db
    .selectFrom(members(cx.db))
    .innerJoin(people(cx.db), "person.id", "member.account_id")
    .leftJoin("team_times", sameWorkspace("team_times.account_id", "member.account_id"))
    .leftJoin("stream_plans", sameWorkspace("stream_plans.account_id", "member.account_id"))
    .select(["person.id as accountId", "person.email", "person.name"])
    .select(["team_times.time_zone as timeZone", "team_times.hours"])
    .select(["stream_plans.id as planId", "stream_plans.busy_sealed"])
    .select(["stream_plans.known_until", "stream_plans.failed_at"])
    .where("member.workspace_id", "=", cx.workspaceId)
    .orderBy("member.created_at")
    .orderBy("person.id")
    .limit(limit)
    .execute()
  return rows.map(({ planId, busy_sealed, known_until, failed_at, hours, ...row }) => ({
    ...row,
    hours: hours === null ? [] : readWeek(hours),
    plan:
      planId === null || busy_sealed === null || known_until === null
        ? undefined
        : { id: planId, busy_sealed, known_until, failed_at },
  }))
}

/** The special days of all members from `from` to `to`, both included, by account. */
export async function listOverridesOfAll(
  cx: Reading & Member,
  { from, to }: { from: string; to: string },
): Promise<Map<string, DateOverride[]>> {
  const rows = await cx.db
    .selectFrom("date_overrides")
    .select(["account_id", "date", "hours"])
    .where("workspace_id", "=", cx.workspaceId)
    .where("date", ">=", from)
    .where("date", "<=", to)
    .orderBy("date")
    .execute()
  const groups = Map.groupBy(rows, ({ account_id }) => account_id)
  return new Map(
    [...groups].map(([id, days]) => [id, days.map(({ date, hours }) => ({ date, hours: readDay(hours) }))]),
  )
}
