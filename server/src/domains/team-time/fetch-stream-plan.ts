import type { Outside, Reading } from "#access/context.ts"
import type { CalendarWindow } from "#adapters/calendars/port.ts"
import { getAccount } from "#domains/accounts/index.ts"
import { userAgentOf } from "#kernel/addresses.ts"
import { ServiceError } from "#kernel/error.ts"
import { retryAfterOf } from "#kernel/time/retry-after.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import { sealPlan, unsealPlan } from "./stream-plan.ts"
import type { StreamPlanRow } from "./stream-plan-store.ts"

/** How far ahead team time can be requested. Plans cover two more days, since they are fully read once a day. */
export const horizonDays = 60
export const refreshEveryMs = 30 * minuteMs

const limits = { maxBytes: 8_000_000, timeoutMs: 8_000 }

type Cx = Reading & Pick<Outside, "http" | "calendars" | "keyring" | "addresses">

export interface PlanToFetch {
  id: string
  address: string
  timeZone: string
  accountId: string
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
  const question: Record<string, string> = {
    ...questionHeaders(plan),
    "user-agent": userAgentOf(cx.addresses, "Calendars"),
  }
  const { status, headers, body } = await cx.http.get(plan.address, { ...limits, headers: question })
  if (status === 304 && (question["if-none-match"] ?? question["if-modified-since"])) return undefined
  const now = cx.now()
  if (status !== 200) throw noCalendarThere(status, retryAfterOf(headers["retry-after"], now))
  const { email } = await getAccount(cx, plan.accountId)
  const window: CalendarWindow = {
    from: now - 2 * dayMs,
    to: now + (horizonDays + 2) * dayMs,
    timeZone: plan.timeZone,
    addresses: [email.toLowerCase()],
    charset: /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(headers["content-type"] ?? "")?.[1],
  }
  const calendar = await cx.calendars.read(body, window)
  const leftOut = calendar.leftOut.length > 0 && JSON.stringify(calendar.leftOut)
  return {
    ...fineUntilNext(cx),
    id: plan.id,
    busy_sealed: sealPlan(cx, { id: plan.id, field: "busy" }, JSON.stringify(calendar.busy)),
    known_until: window.to,
    unreadable_events: calendar.unreadableEvents,
    left_out_sealed: leftOut ? sealPlan(cx, { id: plan.id, field: "left_out" }, leftOut) : null,
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
    accountId: row.account_id,
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

const hints: Record<number, string> = {
  401: "Check that the URL opens without signing in.",
  403: "Check that the calendar is shared and opens without signing in. If it does, its server keeps out programs: ask its operator to let in “Atelier”.",
  404: "Check that the calendar still exists and is shared, and copy its URL again.",
  410: "Check that the calendar still exists and is shared, and copy its URL again.",
  429: "Check that few programs read this calendar, and try again later.",
}

export function noCalendarThere(status: number, retryAfterMs?: number): ServiceError {
  const isDown = status >= 500 && "Try again later: the fault is on its side."
  return new ServiceError("invalid_request", `The calendar's server answered ${status} instead of a calendar.`, {
    hint: hints[status] ?? (isDown || "Check that the URL opens in a browser where you are not signed in."),
    ...(retryAfterMs && { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) }),
  })
}
