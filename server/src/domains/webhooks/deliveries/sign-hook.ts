import { createHmac, createPrivateKey, type KeyObject, sign } from "node:crypto"
import type { Outside } from "#access/context.ts"
import { toIso } from "#kernel/time/iso.ts"
import { type EndpointRow, unsealWebhook } from "../endpoints/index.ts"
import type { DueDelivery } from "./due-store.ts"

/** An endpoint's address and keys, unsealed for one run. */
export interface OpenEndpoint {
  readonly url: string
  readonly version: string
  readonly secrets: readonly Buffer[]
  readonly privateKey: KeyObject
}

export function openEndpoint(cx: Pick<Outside, "keyring"> & { now: () => number }, row: EndpointRow): OpenEndpoint {
  const { id, version, url_sealed, secret_sealed, old_secret_sealed, old_until, private_key_sealed } = row
  const isOldValid = old_secret_sealed !== null && (old_until ?? 0) > cx.now()
  const secrets = [unsealWebhook(cx, "secret", { id, text: secret_sealed })]
  if (isOldValid) secrets.push(unsealWebhook(cx, "oldSecret", { id, text: old_secret_sealed }))
  const key = Buffer.from(unsealWebhook(cx, "privateKey", { id, text: private_key_sealed }), "base64")
  return {
    url: unsealWebhook(cx, "url", { id, text: url_sealed }),
    version,
    secrets: secrets.map((secret) => Buffer.from(secret.replace(/^whsec_/, ""), "base64")),
    privateKey: createPrivateKey({ key, format: "der", type: "pkcs8" }),
  }
}

type WrittenEvent = Pick<
  DueDelivery,
  "type" | "data" | "seq" | "nth" | "event_id" | "workspace_id" | "subject" | "occurred_at"
>

/** Writes an event. The bytes depend on the event and the endpoint's version alone, so that all tries are equal. */
export function writeHook(
  { type, data, seq, nth, event_id, workspace_id, subject, occurred_at }: WrittenEvent,
  version: string,
): string {
  const timestamp = toIso(Number(occurred_at))
  const head = { type, timestamp, version, id: event_id, workspaceId: workspace_id, subject, sequence: `${seq}.${nth}` }
  return `${JSON.stringify(head).slice(0, -1)},"data":${data}}`
}

/** A try's headers, with Standard Webhooks 1.0.0: an HMAC under each valid secret, and an ed25519 signature. */
export function signHook(
  { addresses }: Pick<Outside, "addresses">,
  { secrets, privateKey }: OpenEndpoint,
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000))
  const signed = `${id}.${timestamp}.${body}`
  const macs = secrets.map((secret) => `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`)
  const signature = `v1a,${sign(null, Buffer.from(signed), privateKey).toString("base64")}`
  return {
    "content-type": "application/json",
    "user-agent": `Atelier-Webhooks/1 (+${addresses.base}/developers/webhooks)`,
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": [...macs, signature].join(" "),
  }
}
