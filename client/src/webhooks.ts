import type { EventData, EventEnvelope } from "./types.ts"

/** An event as a webhook delivers it; `type` tells what `data` is. Further fields and types may appear at any time. */
export type WebhookEvent = {
  [Type in keyof EventData]: Omit<EventEnvelope, "type" | "data"> & { type: Type; data: EventData[Type] }
}[keyof EventData]

/** The headers of a request, as `fetch` or Node.js have them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

/** The webhook was not signed with one of the keys, or not in the last five minutes. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError"
}

const toleranceSeconds = 5 * 60

/** The two signatures of Standard Webhooks, with the prefix of the keys that check them. */
const schemes = [
  { version: "v1", prefix: "whsec_", algorithm: { name: "HMAC", hash: "SHA-256" } },
  { version: "v1a", prefix: "whpk_", algorithm: { name: "Ed25519" } },
]

/**
 * Returns the event of a webhook that was signed with one of the keys (`whsec_…`, `whpk_…`) in the last five minutes.
 * `body` must be the raw bytes or text of the request. @throws WebhookVerificationError
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  keys: string | readonly string[],
): Promise<WebhookEvent> {
  const bytes = bytesOf(body)
  const id = read(headers, "webhook-id")
  const sentAt = read(headers, "webhook-timestamp")
  const signatures = read(headers, "webhook-signature")
  if (!id || !sentAt || !signatures) throw new WebhookVerificationError("A header of the webhook is missing.")
  const seconds = Number.parseInt(sentAt, 10)
  const age = Math.floor(Date.now() / 1000) - seconds
  if (!(Math.abs(age) <= toleranceSeconds)) throw new WebhookVerificationError("The webhook is too old, or too new.")
  const signed = await new Blob([`${id}.${seconds}.`, bytes]).arrayBuffer()
  for (const key of typeof keys === "string" ? [keys] : keys)
    if (await isSigned(signed, signatures, key)) return JSON.parse(new TextDecoder().decode(bytes))
  throw new WebhookVerificationError(
    "No signature of the webhook is of one of the keys. Check the key, and pass the body as it arrived.",
  )
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body)
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return new Uint8Array(body as Uint8Array)
  throw new TypeError(
    'The body is not the raw bytes or text of the request. A parsed body cannot be verified: in Express, use `express.raw({ type: "application/json" })`.',
  )
}

function read(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === "function") return headers.get(name) ?? ""
  const [, value = ""] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return String(value)
}

async function isSigned(signed: ArrayBuffer, signatures: string, key: string): Promise<boolean> {
  const scheme = schemes.find(({ prefix }) => key.startsWith(prefix))
  const bytes = scheme && decode(key.slice(scheme.prefix.length))
  if (!scheme || !bytes?.length) throw new TypeError("A key is `whsec_` or `whpk_`, followed by base64.")
  const { version, algorithm } = scheme
  const imported = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"])
  for (const text of signatures.split(" ")) {
    const [its, base64 = ""] = text.split(",")
    const signature = its === version && decode(base64)
    if (signature && (await crypto.subtle.verify(algorithm, imported, signature, signed))) return true
  }
  return false
}

/** Reads base64 in its one canonical form. Returns undefined for any other text. */
function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(base64)
    return btoa(binary) === base64 ? Uint8Array.from(binary, (char) => char.charCodeAt(0)) : undefined
  } catch {
    return undefined
  }
}
