import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conflict } from "#kernel/error.ts"
import { areApart, daySpan } from "./hours.ts"
import { countDateOverrides, listDateOverrides, putDateOverride } from "./team-time-store.ts"

const overridesLimit = 400

const hours = z.array(daySpan).max(8).refine(areApart, "cannot overlap")

/** Sets the caller's hours for one day, in place of its weekday's hours. An empty list is a day off. */
export const setDateOverride = workspaceAction("viewer", "console", {
  changes: ["team-time"],
  input: z.object({
    date: z.iso.date().describe("The day, `YYYY-MM-DD`."),
    hours: hours.describe("The hours of that day; an empty list for a day off."),
  }),
  output: z.object({ date: z.string(), hours }),
  async run(cx, { date, hours }) {
    return cx.atomically(async (cx) => {
      const known = await listDateOverrides(cx, { from: date, to: date })
      if (known.length === 0 && (await countDateOverrides(cx)) >= overridesLimit) throw tooMany()
      await putDateOverride(cx, { date, hours })
      return { date, hours }
    })
  },
})

const tooMany = () => conflict(`You already have ${overridesLimit} exceptions.`, "Remove past ones first.")
