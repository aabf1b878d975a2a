import type { Outside, Reading } from "#access/context.ts"
import type { CalendarWindow } from "#adapters/calendars/port.ts"
import { invalidInput } from "#kernel/error.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import { sealPlan, unsealPlan } from "./stream-plan.ts"
import type { StreamPlanRow } from "./stream-plan-store.ts"

/** How far ahead team time can be requested. Plans cover two more days, since they are fully read once a day. */
export const horizonDays = 60
export const refreshEveryMs = 30 * minuteMs

const limits = { maxBytes: 8_000_000, timeoutMs: 8_000 }

type Cx = Reading & Pick<Outside, "http" | "calendars" | "keyring">

export interface PlanToFetch {
  id: string
  address: string
  timeZone: string
  etag?: string | null
  lastModified?: string | null
}

export type ReadPlan = Omit<StreamPlanRow, "workspace_id" | "account_id" | "address_sealed" | "created_at">

export function fineUntilNext(cx: Reading) {
  const now = cx.now()
  return { refreshed_at: now, failed_at: null, failures: 0, error: null, due_at: now + refreshEveryMs }
}

/** Undefined when the calendar has not changed. Throws `invalid_request` with a hint for the member. */
export async function fetchStreamPlan(cx: Cx, plan: PlanToFetch): Promise<ReadPlan | undefined> {
  const question = questionHeaders(plan)
  const { status, headers, body } = await cx.http.get(plan.address, { ...limits, headers: question })
  if (status === 304 && (question["if-none-match"] ?? question["if-modified-since"])) return undefined
  if (status !== 200) throw noCalendarThere(status)
  const now = cx.now()
  const window: CalendarWindow = { from: now - 2 * dayMs, to: now + (horizonDays + 2) * dayMs, timeZone: plan.timeZone }
  const calendar = await cx.calendars.read(body, window)
  return {
    ...fineUntilNext(cx),
    id: plan.id,
    busy_sealed: sealPlan(cx, { id: plan.id, field: "busy" }, JSON.stringify(calendar.busy)),
    known_until: window.to,
    unreadable_events: calendar.unreadableEvents,
    unknown_zone_events: calendar.unknownZoneEvents,
    etag: shortHeader(headers.etag),
    last_modified: shortHeader(headers["last-modified"]),
    read_at: now,
  }
}

/** Leaves out the validators after a day, so that an unchanged calendar is read in full and covers later days. */
export function toPlanToFetch(cx: Cx, row: StreamPlanRow & { time_zone: string | null }): PlanToFetch {
  const mayBeSame = row.read_at > cx.now() - dayMs
  return {
    id: row.id,
    address: unsealPlan(cx, { id: row.id, field: "address" }, row.address_sealed),
    timeZone: row.time_zone ?? "UTC",
    ...(mayBeSame && { etag: row.etag, lastModified: row.last_modified }),
  }
}

function questionHeaders({ etag, lastModified }: PlanToFetch): Record<string, string> {
  return {
    accept: "text/calendar, */*;q=0.1",
    ...(etag && { "if-none-match": etag }),
    ...(lastModified && { "if-modified-since": lastModified }),
  }
}

/** Keeps a validator (RFC 9110 section 8.8) only if it can be sent back unchanged. */
const shortHeader = (value: string | undefined) => (value && /^[\x20-\x7e]{1,200}$/.test(value) ? value : null)

export const noCalendarThere = (status: number) =>
  invalidInput(
    `The calendar's server answered ${status} instead of a calendar.`,
    "Check that the URL opens without signing in.",
  )
