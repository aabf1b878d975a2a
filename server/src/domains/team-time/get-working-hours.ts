import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { dateOf } from "#kernel/time/days.ts"
import { daySpan, weekSpan } from "./hours.ts"
import { addDays } from "./local-time.ts"
import { findTeamTime, listDateOverrides } from "./team-time-store.ts"

export const getWorkingHours = workspaceAction("viewer", "console", {
  input: z.object({}),
  output: z.object({
    timeZone: z.string().optional().describe("Left out until it is set."),
    hours: z.array(weekSpan),
    dateOverrides: z.array(z.object({ date: z.string(), hours: z.array(daySpan) })),
  }),
  async run(cx) {
    const yesterday = addDays(dateOf(cx.now()), -1)
    const [own, dateOverrides] = await Promise.all([
      findTeamTime(cx),
      listDateOverrides(cx, { from: yesterday, to: "9999-12-31" }),
    ])
    return { ...(own && { timeZone: own.timeZone }), hours: own?.hours ?? [], dateOverrides }
  },
})
