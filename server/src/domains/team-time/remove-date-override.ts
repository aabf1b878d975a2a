import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { notFound } from "#kernel/error.ts"
import { removeDateOverrideRow } from "./team-time-store.ts"

export const removeDateOverride = workspaceAction("viewer", "console", {
  changes: ["team-time"],
  input: z.object({ date: z.iso.date().describe("The day, `YYYY-MM-DD`.") }),
  output: z.object({ date: z.string() }),
  async run(cx, { date }) {
    const removed = await cx.atomically((cx) => removeDateOverrideRow(cx, date))
    if (!removed) {
      throw notFound("No exception on this date.", "It may have been removed.")
    }
    return { date }
  },
})
