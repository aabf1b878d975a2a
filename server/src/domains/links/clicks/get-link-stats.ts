import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { eachDay, firstOfDays } from "#kernel/time/days.ts"
import { noSuchShortLink } from "../link.ts"
import { id } from "../link-input.ts"
import { findOwnLink } from "../link-store.ts"
import { androidAppName } from "./android-apps.ts"
import { deviceClasses, otherReferrers } from "./click-source.ts"
import { linkDaysKept, sumBy } from "./link-day-store.ts"

const clicks = z.int().describe("The number of clicks.")

export const getLinkStats = workspaceAction("viewer", "console", {
  input: z.strictObject({
    id,
    days: z.int().min(1).max(linkDaysKept).default(30).describe("The number of days, up to today."),
  }),
  output: z.object({
    days: z.array(z.object({ day: z.iso.date(), clicks })).describe("One per day, oldest first."),
    referrers: z
      .array(
        z.object({
          host: z.string().nullable().describe("A site’s host, or an Android app’s id. Null: no referrer."),
          app: z.string().optional().describe("The name of a known Android app."),
          clicks,
        }),
      )
      .describe("The top ten."),
    otherReferrers: z.int().describe("Clicks from all other hosts."),
    devices: z.array(z.object({ device: z.enum(deviceClasses), clicks })),
    countries: z
      .array(z.object({ country: z.string().describe("ISO 3166-1, two letters."), clicks }))
      .describe("Known countries, most clicks first."),
  }),
  async run(cx, { id, days }) {
    if (!(await findOwnLink(cx, id))) throw noSuchShortLink()
    const asked = { id, first: firstOfDays(cx.now(), days) }
    const [byDay, byHost, byDevice, byCountry] = await Promise.all([
      sumBy(cx, "day", asked),
      sumBy(cx, "referrer", asked),
      sumBy(cx, "device", asked),
      sumBy(cx, "country", asked),
    ])
    const onDay = new Map(byDay.map(({ value, clicks }) => [value, clicks]))
    const named = byHost.filter(({ value }) => value !== otherReferrers).slice(0, 10)
    const sum = (rows: readonly { clicks: number }[]) => rows.reduce((all, { clicks }) => all + clicks, 0)
    return {
      days: eachDay(asked.first, days).map(({ at, day }) => ({ day, clicks: onDay.get(at) ?? 0 })),
      referrers: named.map(({ value, clicks }) => {
        const app = androidAppName(value)
        return { host: value === "" ? null : value, ...(app !== undefined && { app }), clicks }
      }),
      otherReferrers: sum(byHost) - sum(named),
      devices: byDevice.flatMap(({ value, clicks }) => (value === "" ? [] : [{ device: value, clicks }])),
      countries: byCountry.map(({ value, clicks }) => ({ country: value, clicks })),
    }
  },
})
