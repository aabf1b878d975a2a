import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listEndpointRows } from "../endpoints/index.ts"
import { countTries, mostCounted } from "./outcome-store.ts"

/** Counts the tries of each endpoint in the last 24 hours. */
export const listEndpointOutcomes = workspaceAction("admin", "console", {
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string().describe("The endpoint's."),
        delivered: z.int(),
        failed: z.int(),
        hours: z.array(z.object({ delivered: z.int(), failed: z.int() })).describe("24, the last hour at the end."),
        isCut: z.boolean().describe(`Whether there were more tries than the ${mostCounted} newest that are counted.`),
      }),
    ),
  }),
  async run(cx) {
    const rows = await listEndpointRows(cx, cx)
    return { items: await Promise.all(rows.map(async (row) => ({ id: row.id, ...sum(await countTries(cx, row)) }))) }
  },
})

function sum(hours: { delivered: number; failed: number }[]) {
  const delivered = hours.reduce((all, hour) => all + hour.delivered, 0)
  const failed = hours.reduce((all, hour) => all + hour.failed, 0)
  return { delivered, failed, hours: hours.toReversed(), isCut: delivered + failed >= mostCounted }
}
