import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { lockClock } from "#changes/change-store.ts"
import { conflict } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import { urlInput } from "#kernel/line-input.ts"
import { payloadVersion } from "../event-table.ts"
import { type AdminContext, toWebhookEndpoint, webhookEndpoint } from "./endpoint.ts"
import { checkUrl, descriptionInput, typesInput } from "./endpoint-input.ts"
import { newSigningKeys, newWebhookSecret, sealWebhook } from "./endpoint-keys.ts"
import { type EndpointRow, insertEndpointRow, listEndpointRows } from "./endpoint-store.ts"
import { noteWebhookChange } from "./note-webhook-change.ts"

const mostEndpoints = 10

const input = z.object({ url: urlInput, types: typesInput, description: descriptionInput.default("") })

/**
 * Makes an endpoint, and returns its secret. It gets nothing but tests until one of them arrived, and then what happens
 * from that moment on.
 */
export const makeEndpoint = workspaceAction("admin", "console", {
  changes: ["webhooks"],
  input,
  output: z.object({ endpoint: webhookEndpoint, secret: z.string() }),
  async run(cx, wanted) {
    await checkUrl(cx, wanted.url)
    const secret = newWebhookSecret()
    const made = newEndpoint(cx, wanted, secret)
    const row = await cx.atomically(async (cx) => {
      const row = { ...made, cursor_seq: await lockClock(cx, cx.workspaceId) }
      refuseEleventh(await listEndpointRows(cx, cx))
      await insertEndpointRow(cx, row)
      return row
    })
    noteWebhookChange(cx, "created")
    return { endpoint: toWebhookEndpoint(cx, row), secret }
  },
})

/** @throws ServiceError where a workspace has all the endpoints that it can have. */
export function refuseEleventh(rows: readonly EndpointRow[]): void {
  if (rows.length >= mostEndpoints) throw tooMany()
}

type Maker = Pick<AdminContext, "keyring" | "now" | "workspaceId"> & { readonly accountId: string | null }

export function newEndpoint(
  cx: Maker,
  { url, types, description }: z.output<typeof input>,
  secret: string,
): EndpointRow {
  const id = newId("endpoint")
  const { publicKey, privateKey } = newSigningKeys()
  return {
    ...{ id, workspace_id: cx.workspaceId, host: new URL(url).host, description, types: JSON.stringify(types) },
    version: payloadVersion,
    url_sealed: sealWebhook(cx, "url", { id, text: url }),
    secret_sealed: sealWebhook(cx, "secret", { id, text: secret }),
    private_key_sealed: sealWebhook(cx, "privateKey", { id, text: privateKey }),
    public_key: publicKey,
    ...{ old_secret_sealed: null, old_until: null, since: 0, cursor_seq: 0, cursor_nth: 0 },
    ...{ confirmed_at: null, failing_since: null, failures: 0, warned_at: null, slow_until: null, rests_until: null },
    ...{ lease: null, leased_until: null, disabled_at: null, disabled_for: null, made_by: cx.accountId },
    created_at: cx.now(),
    updated_at: cx.now(),
  }
}

const tooMany = () => conflict(`A workspace can have at most ${mostEndpoints} webhook endpoints.`, "Remove one first.")
