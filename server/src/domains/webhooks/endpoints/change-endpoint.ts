import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { urlInput } from "#kernel/line-input.ts"
import { type AdminContext, noSuchEndpoint, ownEndpoint, toWebhookEndpoint, webhookEndpoint } from "./endpoint.ts"
import { checkUrl, descriptionInput, typesInput } from "./endpoint-input.ts"
import { sealWebhook, unsealWebhook } from "./endpoint-keys.ts"
import { changeEndpointRow, type EndpointChange } from "./endpoint-store.ts"
import { noteWebhookChange } from "./note-webhook-change.ts"
import { parkStrands } from "./strand-store.ts"
import { updateWanted } from "./wanted-store.ts"

const input = z.object({
  id: idInput,
  url: urlInput.optional(),
  types: typesInput.optional(),
  description: descriptionInput.optional(),
})

/** Changes the given fields. A new address gets only tests until one arrived, and then the waiting events. */
export const changeEndpoint = workspaceAction("admin", "console", {
  changes: ["webhooks"],
  input,
  output: webhookEndpoint,
  async run(cx, wanted) {
    const change = await readChange(cx, wanted)
    const row = await cx.atomically(async (cx) => {
      const row = await changeEndpointRow(cx, { id: wanted.id, workspace_id: cx.workspaceId }, change)
      if (!row) throw noSuchEndpoint()
      if (row.confirmed_at === null) await parkStrands(cx, row)
      await updateWanted(cx, cx)
      return row
    })
    noteWebhookChange(cx, "changed")
    return toWebhookEndpoint(cx, row)
  },
})

async function readChange(cx: AdminContext, wanted: z.output<typeof input>): Promise<EndpointChange> {
  const { id, url, types, description } = wanted
  const row = await ownEndpoint(cx, id)
  const isMoved = url !== undefined && url !== unsealWebhook(cx, "url", { id, text: row.url_sealed })
  if (isMoved) await checkUrl(cx, url)
  return {
    ...(isMoved && { url_sealed: sealWebhook(cx, "url", { id, text: url }), host: new URL(url).host }),
    ...(isMoved && { confirmed_at: null, failing_since: null, failures: 0, warned_at: null, rests_until: null }),
    ...(types && { types: JSON.stringify(types) }),
    ...(description !== undefined && { description }),
    updated_at: cx.now(),
  }
}
