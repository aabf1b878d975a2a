import type { Selectable } from "kysely"
import type { Inside, Member, Reading } from "#access/context.ts"
import { lockWorkspace } from "#domains/workspaces/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { ownRow } from "#storage/own-row.ts"
import { prepared } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { insertListing } from "./checkout-session-listing-store.ts"
import { endPolls } from "./processor-account-store.ts"

export type PaymentAccountRow = Selectable<Schema["payment_accounts"]>

const byId = prepared<{ id: string }, PaymentAccountRow>((db, arg) =>
  db.selectFrom("payment_accounts").selectAll().where("id", "=", arg("id")),
)

/** Finds a processor account by its id, including replaced ones. For work without a caller in the workspace. */
export async function findPaymentAccountRow(cx: Reading, id: string): Promise<PaymentAccountRow | undefined> {
  return (await byId(cx.db, { id }))[0]
}

type Own = Pick<Member, "workspaceId">

/** Locks the workspace's row, so that its accounts change one by one. Lists those not disabled, oldest first. */
export async function takePaymentAccountRows(cx: Inside & Own): Promise<PaymentAccountRow[]> {
  await lockWorkspace(cx)
  return listPaymentAccountRows(cx)
}

/** Lists the workspace's processor accounts that are not disabled, oldest first: at most one active and one waiting. */
export function listPaymentAccountRows(cx: Reading & Own): Promise<PaymentAccountRow[]> {
  return cx.db
    .selectFrom("payment_accounts")
    .selectAll()
    .where("workspace_id", "=", cx.workspaceId)
    .where("disabled_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute()
}

export async function putPaymentAccountRow(cx: Inside & Member, row: PaymentAccountRow): Promise<void> {
  const { secret_key_sealed, publishable_key, webhook_secret_sealed, hook_id, hook_base, hook_fault } = row
  await cx.db
    .insertInto("payment_accounts")
    .values({ ...row, workspace_id: cx.workspaceId })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "id"])
        .doUpdateSet({ secret_key_sealed, publishable_key, webhook_secret_sealed, hook_id, hook_base, hook_fault }),
    )
    .execute()
  await insertListing(cx, row.id)
}

/** Disables charges and enqueues the webhook's removal. The sealed keys stay, since sales can still be refunded. */
export async function disablePaymentAccountRow(cx: Inside & Own, { id, hook_tried_at }: PaymentAccountRow) {
  await cx.db.updateTable("payment_accounts").set({ disabled_at: cx.now() }).where(ownRow(cx, id)).execute()
  await endPolls(cx, id)
  if (hook_tried_at !== null) await enqueueHookRemoval(cx, id)
}

/** A complete processor account replaces the active one, a waiting one the waiting one. */
export async function disableReplaced(cx: Inside & Own, present: PaymentAccountRow[], row: PaymentAccountRow) {
  const isWaiting = row.webhook_secret_sealed === null
  for (const other of present) {
    const isReplaced = isWaiting === (other.webhook_secret_sealed === null)
    if (other.id !== row.id && isReplaced) await disablePaymentAccountRow(cx, other)
  }
}

export async function enqueueHookRemoval(cx: Inside, processorAccount: string): Promise<void> {
  await enqueue(cx, "remove-hook", { payload: { processorAccount }, dedupeKey: `remove-hook:${processorAccount}` })
}
