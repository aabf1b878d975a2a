import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { ownEndpoint } from "./endpoint.ts"
import { unsealWebhook } from "./endpoint-keys.ts"
import { noteWebhookChange } from "./note-webhook-change.ts"

/** Shows an endpoint's secret. The security log says who saw it. */
export const revealEndpointSecret = workspaceAction("admin", "console", {
  input: z.object({ id: idInput }),
  output: z.object({ secret: z.string() }),
  async run(cx, { id }) {
    const { secret_sealed: text } = await ownEndpoint(cx, id)
    noteWebhookChange(cx, "secret_shown")
    return { secret: unsealWebhook(cx, "secret", { id, text }) }
  },
})
