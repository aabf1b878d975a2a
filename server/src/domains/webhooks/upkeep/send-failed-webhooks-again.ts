import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { askToSend } from "../deliveries/index.ts"
import { ownEndpoint } from "../endpoints/index.ts"
import { repeatFailed } from "./again-store.ts"
import { mustReceive } from "./must-receive.ts"
import { roomForRepeats } from "./room-for-repeats.ts"

const time = z.int().min(0)

/** Sends the failed deliveries that were queued in a span once more: 1,000 at most, oldest first. Tests are left out. */
export const sendFailedWebhooksAgain = workspaceAction("admin", "console", {
  changes: ["webhooks"],
  input: z.object({ id: idInput, from: time, until: time }),
  output: z.object({
    count: z.int().describe("How many are sent again."),
    isMore: z.boolean().describe("Whether the limit was met, so that there may be more."),
  }),
  async run(cx, { id, from, until }) {
    const row = await ownEndpoint(cx, id)
    mustReceive(cx, row)
    return cx.atomically(async (cx) => {
      const { endpoint, room } = await roomForRepeats(cx, row)
      const count = await repeatFailed(cx, { ...row, accountId: cx.accountId, from, until, limit: room })
      if (count > 0) await askToSend(cx, endpoint)
      return { count, isMore: count === room }
    })
  },
})
