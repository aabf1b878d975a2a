import { ServiceError } from "#kernel/error.ts"
import { newId } from "#kernel/ids.ts"
import type { Keyring } from "#kernel/keyring.ts"
import { dayMs, hourMs, minuteMs } from "#kernel/time/units.ts"
import { type EventPage, type Listing, type PaymentEvent, type ProcessorAccount, ProcessorError } from "../port.ts"
import { insertEvent, listEventRows } from "./event-store.ts"
import { takeFaultRow } from "./fault-store.ts"
import type { SandboxFile } from "./file.ts"
import { findHookRow } from "./hook-store.ts"
import { insertWebhook, listWebhookRows, postponeWebhook, removeWebhook, type WebhookRow } from "./webhook-store.ts"

export interface SandboxParts {
  readonly file: SandboxFile
  readonly baseUrl: string
  readonly keyring: Keyring
  readonly now: () => number
}

export interface SandboxWebhook {
  id: number
  processorAccount: string
  eventId: string
  type: string
  url: string
  body: string
  headers: Record<string, string>
  /** Epoch milliseconds. */
  dueAt: number
  attempts: number
}

/** Posts one webhook and returns the status. Throws when there is no response. */
export type Post = (webhook: SandboxWebhook) => Promise<number>

const toleranceSeconds = 300
const maxAttempts = 16
const signatureHeader = "sandbox-signature"
export const notice = "Sandbox: no money moves."

/** Queues a webhook, and applies the fault that is planned for it. Runs in the caller's transaction. */
export function queueEvent(
  parts: SandboxParts,
  processorAccount: string,
  event: { type: string; data: Record<string, unknown> },
): void {
  const now = parts.now()
  const eventId = newId("evt_sandbox")
  insertEvent(parts.file, {
    id: eventId,
    account: processorAccount,
    type: event.type,
    data: JSON.stringify(event.data),
    created_at: now,
  })
  const fault = takeFaultRow(parts.file, "webhook", "webhook")
  if (fault?.kind === "lost") return
  const data = fault?.kind === "wrong-amount" ? lessenAmounts(event.data) : event.data
  const body = JSON.stringify({ id: eventId, type: event.type, livemode: false, created: seconds(now), data, notice })
  const signing = fault?.kind === "stale" || fault?.kind === "forged" ? fault.kind : "good"
  const held = fault?.kind === "reordered" ? 1 : 0
  const dueAt = now + (fault?.kind === "late" ? fault.ms : held * minuteMs)
  for (let copies = fault?.kind === "duplicate" ? fault.count : 1; copies > 0; copies--) {
    insertWebhook(parts.file, {
      account: processorAccount,
      event_id: eventId,
      type: event.type,
      body,
      signing,
      held,
      due_at: dueAt,
      created_at: now,
    })
  }
}

const pageSize = 100
const listedMs = 30 * dayMs

/** Lists a page of an account's events of the last 30 days, newest first, whether or not their webhooks arrived. */
export function listEvents(
  parts: SandboxParts,
  processorAccount: ProcessorAccount,
  { createdFrom, cursor }: Listing,
): EventPage {
  const from = Math.max(createdFrom, parts.now() - listedMs)
  const rows = listEventRows(parts.file, processorAccount.id, { createdFrom: from, cursor, limit: pageSize + 1 })
  if (!rows) throw new ProcessorError("account-fault", "There is no such page.")
  const events = rows.slice(0, pageSize).map(({ id, type, data, created_at }) => ({
    event: toEvent({ id, type, data: JSON.parse(data) }),
    createdAt: created_at,
  }))
  return { events, next: rows.length > pageSize ? (rows[pageSize - 1]?.id ?? null) : null }
}

/** Lists webhooks that were not accepted yet, in the order of delivery, including those that are not due. */
export function listWebhooks(parts: SandboxParts): SandboxWebhook[] {
  return listWebhookRows(parts.file).map((row) => ({
    id: row.id,
    processorAccount: row.account,
    eventId: row.event_id,
    type: row.type,
    url: findHookRow(parts.file, row.account)?.url ?? `${parts.baseUrl}/webhooks/sandbox/${row.account}`,
    body: row.body,
    headers: { "content-type": "application/json", [signatureHeader]: sign(parts, row) },
    dueAt: row.due_at,
    attempts: row.attempts,
  }))
}

/** A webhook without a 2xx is posted 16 times over about three days, as at Stripe. Returns how many were accepted. */
export async function deliverWebhooks(parts: SandboxParts, post: Post = postOverHttp): Promise<number> {
  let taken = 0
  for (const webhook of listWebhooks(parts).filter(({ dueAt }) => dueAt <= parts.now())) {
    const status = await post(webhook).catch(() => 0)
    const isTaken = status >= 200 && status < 300
    if (isTaken) taken++
    if (isTaken || webhook.attempts + 1 >= maxAttempts) removeWebhook(parts.file, webhook.id)
    else postponeWebhook(parts.file, webhook.id, parts.now() + Math.min(5_000 * 2 ** webhook.attempts, 6 * hourMs))
  }
  return taken
}

async function postOverHttp({ url, headers, body }: SandboxWebhook): Promise<number> {
  const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(10_000) })
  await response.body?.cancel()
  return response.status
}

/** Checks signature and age. @throws ServiceError 400 when they are invalid. */
export function readSandboxEvent(
  parts: SandboxParts,
  { processorAccount, rawBody, header }: { processorAccount: ProcessorAccount; rawBody: Buffer; header: unknown },
): PaymentEvent {
  const match = typeof header === "string" ? /^t=(\d{1,12}),v1=([\w-]{1,64})$/.exec(header) : null
  const [, time = "", mac = ""] = match ?? []
  const secret =
    findHookRow(parts.file, processorAccount.id) && "webhookSecret" in processorAccount
      ? processorAccount.webhookSecret
      : ""
  const isOurs = parts.keyring.verify("sandbox-webhook", `${processorAccount.id}${secret}.${time}.${rawBody}`, mac)
  if (!isOurs || Math.abs(seconds(parts.now()) - Number(time)) > toleranceSeconds) {
    throw new ServiceError("invalid_request", "The webhook's signature is invalid.", {
      hint: "Only the sandbox itself can sign these; a signature is valid for 300 seconds.",
    })
  }
  return toEvent(JSON.parse(rawBody.toString()))
}

interface EventBody {
  id: string
  type: string
  data: { id: string; payment: string }
}

function toEvent({ id, type, data }: EventBody): PaymentEvent {
  if (type.startsWith("checkout.session."))
    return { id, live: false, kind: "checkout-session", checkoutSessionId: data.id }
  if (type.startsWith("refund.") || type === "charge.refunded") {
    return { id, live: false, kind: "refund", paymentId: data.payment }
  }
  if (type.startsWith("charge.dispute.")) return { id, live: false, kind: "dispute", paymentId: data.payment }
  return { id, live: false, kind: "other", type }
}

/** `t=<seconds>,v1=<mac of account, its webhook's secret, time and body>`, so it is valid for this account alone. */
function sign({ file, keyring, now }: SandboxParts, { account, body, signing }: WebhookRow): string {
  const time = seconds(now()) - (signing === "stale" ? toleranceSeconds + 1 : 0)
  const secret = findHookRow(file, account)?.secret ?? ""
  const signed = `${account}${secret}.${time}.${signing === "forged" ? "another body" : body}`
  return `t=${time},v1=${keyring.mac("sandbox-webhook", signed)}`
}

function lessenAmounts(data: Record<string, unknown>): Record<string, unknown> {
  const lessen = ([name, value]: [string, unknown]) => [name, /amount/.test(name) ? Number(value) - 1 : value]
  return Object.fromEntries(Object.entries(data).map(lessen))
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
