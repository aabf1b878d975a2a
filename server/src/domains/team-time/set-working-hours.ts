import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { enqueue } from "#jobs/job-store.ts"
import { findZone } from "#kernel/time/zone.ts"
import { areApart, weekdays, weekSpan } from "./hours.ts"
import { expireOwnStreamPlan } from "./stream-plan-store.ts"
import { findTeamTime, putTeamTime } from "./team-time-store.ts"

const hours = z
  .array(weekSpan)
  .max(28)
  .refine((spans) => weekdays.every((day) => areApart(spans.filter((span) => span.day === day))), "cannot overlap")

/** A new zone moves the floating events of the caller's stream plan, so the plan is fetched again. */
export const setWorkingHours = workspaceAction("viewer", "console", {
  changes: ["team-time"],
  input: z.object({
    timeZone: z
      .string()
      .max(64)
      .refine((name) => findZone(name) !== undefined, "is not a known time zone")
      .describe("A name of the IANA time zone database, such as `Europe/Berlin`."),
    hours: hours.describe("The hours of the week; none for a member who keeps none."),
  }),
  output: z.object({ timeZone: z.string(), hours }),
  async run(cx, { timeZone, hours }) {
    return cx.atomically(async (cx) => {
      const before = await findTeamTime(cx)
      await putTeamTime(cx, { timeZone, hours })
      if (before?.timeZone !== timeZone) {
        const planId = await expireOwnStreamPlan(cx)
        if (planId)
          await enqueue(cx, "refresh-stream-plan", { payload: { planId }, dedupeKey: `stream-plan:${planId}` })
      }
      return { timeZone, hours }
    })
  },
})
