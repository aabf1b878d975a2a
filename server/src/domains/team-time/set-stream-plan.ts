import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { limitHourly } from "#access/limits/hourly-limit.ts"
import { ServiceError } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import { fetchStreamPlan, noCalendarThere } from "./fetch-stream-plan.ts"
import { busyOf, sealPlan, streamPlan, toStreamPlan } from "./stream-plan.ts"
import { putStreamPlan, removeOwnStreamPlan } from "./stream-plan-store.ts"
import { findTeamTime } from "./team-time-store.ts"

const fetchesPerHour = 30

/** Attaches the caller's personal calendar after fetching and reading it. Replaces any other. */
export const setStreamPlan = workspaceAction("member", "workspace:read", {
  changes: ["team-time"],
  input: z.strictObject({
    url: z
      .string()
      .max(2_048)
      .nullable()
      .describe(
        "The calendar's subscription URL (iCal, `https://` or `webcal://`), such as `https://calendar.google.com/calendar/ical/…/basic.ics`. It must open without signing in. Keep it secret: anyone with it can read the calendar. `null` disconnects the calendar.",
      ),
  }),
  output: z.object({
    streamPlan,
    busyEvents: z.int().describe("The number of busy times in the next 60 days."),
  }),
  async run(cx, { url }) {
    if (url === null) {
      return cx.atomically(async (cx) => {
        await removeOwnStreamPlan(cx)
        return { streamPlan: { state: "none" as const }, busyEvents: 0 }
      })
    }
    const address = readAddress(url)
    await limitHourly(cx, `stream-plan:${cx.accountId}`, { hits: fetchesPerHour, sentence: tooOften })
    const id = newId("plan")
    const timeZone = (await findTeamTime(cx))?.timeZone ?? "UTC"
    const read = await fetchStreamPlan(cx, { id, accountId: cx.accountId, address, timeZone })
    if (!read) throw noCalendarThere(304)
    const owner = { workspace_id: cx.workspaceId, account_id: cx.accountId, created_at: cx.now() }
    const row = { ...read, ...owner, address_sealed: sealPlan(cx, { id, field: "address" }, address) }
    const answer = {
      streamPlan: toStreamPlan(cx, row),
      busyEvents: busyOf(cx, row).filter(({ endsAt }) => endsAt > cx.now()).length,
    }
    return cx.atomically(async (cx) => {
      await putStreamPlan(cx, row)
      return answer
    })
  },
})

/** Reads an address; `webcal` means https. */
function readAddress(text: string): string {
  if (text.trim() === "") {
    throw refused("Calendar URL is empty.", "Send the URL of a calendar, or null to disconnect it.")
  }
  const address = text.trim().replace(/^webcals?:\/\//i, "https://")
  const url = URL.parse(address)
  if (url?.protocol !== "https:") {
    throw refused(
      "Calendar URL must start with https:// or webcal://.",
      "Copy the secret iCal address of the calendar.",
    )
  }
  if (url.username !== "" || url.password !== "") {
    throw refused("Calendar URL contains a user name or password.", "Use the secret iCal address of the calendar.")
  }
  return url.href
}

function refused(message: string, hint: string): ServiceError {
  return new ServiceError("invalid_request", message, { hint, field: "url" })
}

const tooOften = "The calendar was changed too often in the last hour."
