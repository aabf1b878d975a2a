import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { eventTable } from "../event-table.ts"
import { webhookEvents } from "../webhook-events.ts"
import { toWebhookEndpoint, webhookEndpoint } from "./endpoint.ts"
import { listEndpointRows } from "./endpoint-store.ts"

/** Lists the workspace's endpoints, oldest first, and the types of events that they can choose. */
export const listEndpoints = workspaceAction("admin", "console", {
  input: z.object({}),
  output: z.object({
    items: z.array(webhookEndpoint),
    types: z.array(z.object({ type: z.string(), sentence: z.string() })),
    isOff: z.boolean().describe("Whether this installation sends no webhooks."),
  }),
  async run(cx) {
    return {
      items: (await listEndpointRows(cx, cx)).map((row) => toWebhookEndpoint(cx, row)),
      types: eventTable
        .filter(({ type }) => type !== webhookEvents.test.type)
        .map(({ type, sentence }) => ({ type, sentence })),
      isOff: cx.hooks.isOff,
    }
  },
})
