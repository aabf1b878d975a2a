import { sql } from "kysely"
import type { Inside } from "#access/context.ts"
import type { EndpointKey } from "./endpoint-store.ts"

/** Stops an endpoint's open deliveries, except tests, until `raiseHeads`. */
export async function parkStrands(cx: Inside, { id, workspace_id }: EndpointKey): Promise<void> {
  await cx.db
    .updateTable("webhook_deliveries")
    .set({ due_at: null, again_at: null, again_by: null })
    .where("workspace_id", "=", workspace_id)
    .where("endpoint_id", "=", id)
    .where((row) => row.or([row("due_at", "is not", null), row("again_at", "is not", null)]))
    .where("subject", "<>", id)
    .execute()
}

/** Gives up an endpoint's open deliveries: all, or only one subject's, or only a subject's up to one delivery. */
export async function giveUpOpen(
  cx: Inside,
  { id, workspace_id }: EndpointKey,
  { subject, upTo }: { subject?: string; upTo?: { seq: number; nth: number } } = {},
): Promise<void> {
  await cx.db
    .updateTable("webhook_deliveries")
    .where("workspace_id", "=", workspace_id)
    .where("endpoint_id", "=", id)
    .where("ended_at", "is", null)
    .$if(subject !== undefined, (query) => query.where("subject", "=", subject ?? ""))
    .$if(upTo !== undefined, (query) => query.where(sql<boolean>`(seq, nth) <= (${upTo?.seq}, ${upTo?.nth})`))
    .set({ due_at: null, ended_at: cx.now(), outcome: "failed" })
    .execute()
}

/** Until an endpoint is confirmed, only its tests are sent. Their subject is the endpoint. */
export const isSendable = sql<boolean>`exists (select 1 from webhook_endpoints as receiver
  where receiver.workspace_id = webhook_deliveries.workspace_id and receiver.id = webhook_deliveries.endpoint_id
  and (receiver.confirmed_at is not null or webhook_deliveries.subject = receiver.id))`

/** Makes the oldest open delivery of each subject without a head the head. Returns how many subjects had none. */
export async function raiseHeads(cx: Inside, { id, workspace_id }: EndpointKey): Promise<number> {
  const ofEndpoint = sql`workspace_id = ${workspace_id} and endpoint_id = ${id} and ended_at is null`
  const raised = await cx.db
    .updateTable("webhook_deliveries")
    .set({ due_at: cx.now() })
    .where(sql<boolean>`${ofEndpoint} and due_at is null and not exists (
      select 1 from webhook_deliveries as other where other.workspace_id = webhook_deliveries.workspace_id
      and other.endpoint_id = webhook_deliveries.endpoint_id and other.subject = webhook_deliveries.subject
      and other.ended_at is null and (other.due_at is not null
      or (other.seq, other.nth) < (webhook_deliveries.seq, webhook_deliveries.nth)))`)
    .where(isSendable)
    .executeTakeFirst()
  return Number(raised.numUpdatedRows)
}
