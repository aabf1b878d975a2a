import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { ownEndpoint, readTypes } from "../endpoints/index.ts"
import { countBacklog, mostLooked } from "./delivery-log-store.ts"

/** Counts what an endpoint has not received yet. */
export const getEndpointBacklog = workspaceAction("admin", "console", {
  input: z.object({ id: idInput }),
  output: z.object({
    open: z.int().describe("Deliveries that have not ended."),
    behind: z.int().describe(`Further events that it wants, among the next ${mostLooked}.`),
    isCut: z.boolean().describe("Whether there may be more."),
  }),
  async run(cx, { id }) {
    const row = await ownEndpoint(cx, id)
    const { cursor_seq: seq, cursor_nth: nth, since, types } = row
    return countBacklog(cx, row, { seq, nth, since, types: readTypes(types) })
  },
})
