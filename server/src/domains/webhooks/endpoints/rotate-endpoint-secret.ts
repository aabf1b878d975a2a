import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { dayMs } from "#kernel/time/units.ts"
import { lockOwnEndpoint } from "./endpoint.ts"
import { newWebhookSecret, sealWebhook, unsealWebhook } from "./endpoint-keys.ts"
import { changeEndpointRow } from "./endpoint-store.ts"
import { noteWebhookChange } from "./note-webhook-change.ts"

/** Replaces an endpoint's secret. For 24 hours both secrets sign; an earlier one ends at once. */
export const rotateEndpointSecret = workspaceAction("admin", "console", {
  changes: ["webhooks"],
  input: z.object({ id: idInput }),
  output: z.object({ secret: z.string(), oldUntil: z.int() }),
  async run(cx, { id }) {
    const secret = newWebhookSecret()
    const oldUntil = cx.now() + dayMs
    const { keyring } = cx
    await cx.atomically(async (cx) => {
      const row = await lockOwnEndpoint(cx, id)
      const old = unsealWebhook({ keyring }, "secret", { id, text: row.secret_sealed })
      await changeEndpointRow(cx, row, {
        secret_sealed: sealWebhook({ keyring }, "secret", { id, text: secret }),
        old_secret_sealed: sealWebhook({ keyring }, "oldSecret", { id, text: old }),
        old_until: oldUntil,
        updated_at: cx.now(),
      })
    })
    noteWebhookChange(cx, "secret_rotated")
    return { secret, oldUntil }
  },
})
