import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { changeEndpointRow, lockOwnEndpoint, noteWebhookChange, updateWanted } from "../endpoints/index.ts"

/** Sends an endpoint nothing until it is switched on. Its events are kept for 30 days. */
export const switchOffEndpoint = workspaceAction("admin", "console", {
  changes: ["webhooks"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    await cx.atomically(async (cx) => {
      const row = await lockOwnEndpoint(cx, id)
      if (row.disabled_at !== null) return
      await changeEndpointRow(cx, row, { disabled_at: cx.now(), disabled_for: "hand", updated_at: cx.now() })
      await updateWanted(cx, cx)
    })
    noteWebhookChange(cx, "switched_off")
    return { id }
  },
})
