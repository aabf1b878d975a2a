import type { SandboxFile } from "./file.ts"

export interface WebhookRow {
  id: number
  /** Webhooks are posted in this order. A reordered one comes after its successor. */
  place: number
  account: string
  event_id: string
  type: string
  body: string
  /** How the signature is made: `good`, `stale` (too old) or `forged`. */
  signing: string
  /** 1 while a reordered webhook waits for the one that overtakes it. */
  held: number
  due_at: number
  attempts: number
  created_at: number
}

type NewWebhook = Omit<WebhookRow, "id" | "place" | "attempts">

/** Adds a webhook at the end, or, if it is held, after the next one. Webhooks that were held become due. */
export function insertWebhook(file: SandboxFile, webhook: NewWebhook): void {
  const last = file.row<{ seq: number }>("select seq from sqlite_sequence where name = 'webhooks'")?.seq ?? 0
  file.run("update webhooks set held = 0, due_at = ? where held = 1", webhook.created_at)
  file.insert("webhooks", { ...webhook, place: last + (webhook.held === 1 ? 2.5 : 1), attempts: 0 })
}

export function listWebhookRows(file: SandboxFile): WebhookRow[] {
  return file.rows<WebhookRow>("select * from webhooks order by place, id")
}

export function removeWebhook(file: SandboxFile, id: number): void {
  file.run("delete from webhooks where id = ?", id)
}

export function postponeWebhook(file: SandboxFile, id: number, dueAt: number): void {
  file.run("update webhooks set attempts = attempts + 1, due_at = ? where id = ?", dueAt, id)
}
