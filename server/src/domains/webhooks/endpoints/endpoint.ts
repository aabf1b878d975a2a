import { z } from "zod"
import type { Context, Inside, Member, Outside, Reading } from "#access/context.ts"
import { fromRow } from "#access/from-row.ts"
import { conflict, notFound } from "#kernel/error.ts"
import { unsealWebhook } from "./endpoint-keys.ts"
import { type EndpointRow, findEndpointRow, lockEndpointRow } from "./endpoint-store.ts"
import { readTypes } from "./wanted-store.ts"

/** An endpoint as its owners and admins see it. Times are epoch milliseconds. */
export const webhookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  host: z.string(),
  description: z.string(),
  types: z.array(z.string()).describe("The types of events that it gets; `*` for all."),
  version: z.string().describe("The date of the payloads' format."),
  publicKey: z.string().describe("Verifies `v1a` signatures: `whpk_`, and an ed25519 key in base64."),
  oldUntil: z.int().nullable().describe("Until then the secret before the last rotation signs along."),
  confirmedAt: z.int().nullable().describe("When the first test arrived. Before that, only tests are sent."),
  failingSince: z.int().nullable().describe("When the first failure after the last success began."),
  restsUntil: z.int().nullable().describe("The receiver asked for a pause until then."),
  disabledAt: z.int().nullable(),
  disabledFor: z
    .enum(["hand", "gone", "failing", "listener"])
    .nullable()
    .describe(
      "`hand`: by a member. `gone`: it responded 410. `failing`: five days without a success. `listener`: the command `atelier listen` sends its events, from the server's machine.",
    ),
  createdAt: z.int(),
  updatedAt: z.int(),
})

export function toWebhookEndpoint(cx: Pick<Outside, "keyring">, row: EndpointRow): z.output<typeof webhookEndpoint> {
  const { id, url_sealed: text } = row
  return fromRow(webhookEndpoint, row, { url: unsealWebhook(cx, "url", { id, text }), types: readTypes(row.types) })
}

/** @throws ServiceError `not_found`, also for an endpoint of another workspace. */
export async function ownEndpoint(cx: Reading & Member, id: string): Promise<EndpointRow> {
  const row = await findEndpointRow(cx, { id, workspace_id: cx.workspaceId })
  if (!row) throw noSuchEndpoint()
  return row
}

/** The same, and locks the endpoint until the transaction ends. */
export async function lockOwnEndpoint(cx: Inside & Member, id: string): Promise<EndpointRow> {
  const row = await lockEndpointRow(cx, { id, workspace_id: cx.workspaceId })
  if (!row) throw noSuchEndpoint()
  return row
}

export const noSuchEndpoint = () => notFound("Webhook endpoint not found.", "Choose one under Settings → Webhooks.")

export const webhooksAreOff = () =>
  conflict("This installation sends no webhooks.", "Ask the operator of this service to allow them.")

export type AdminContext = Context<Member>
