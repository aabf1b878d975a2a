import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { noSuchEndpoint } from "./endpoint.ts"
import { deleteEndpointRow } from "./endpoint-store.ts"
import { noteWebhookChange } from "./note-webhook-change.ts"
import { updateWanted } from "./wanted-store.ts"

/** Removes an endpoint with its deliveries. A request that is under way may still arrive. */
export const removeEndpoint = workspaceAction("admin", "console", {
  changes: ["webhooks"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    await cx.atomically(async (cx) => {
      if (!(await deleteEndpointRow(cx, { id, workspace_id: cx.workspaceId }))) throw noSuchEndpoint()
      await updateWanted(cx, cx)
    })
    noteWebhookChange(cx, "removed")
    return { id }
  },
})
