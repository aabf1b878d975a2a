import type { Selectable } from "kysely"
import type { Member } from "#access/caller.ts"
import type { Inside, Reading } from "#access/context.ts"
import { ownRow } from "#storage/own-row.ts"
import { prepared } from "#storage/prepared.ts"
import type { Schema } from "#storage/schema.ts"
import { endLooks } from "./processor-account-store.ts"
import { insertListing } from "./session-listing-store.ts"

export type PaymentAccountRow = Selectable<Schema["payment_accounts"]>

const byId = prepared<{ id: string }, PaymentAccountRow>((db, arg) =>
  db.selectFrom("payment_accounts").selectAll().where("id", "=", arg("id")),
)

/** Finds an account by its id, including replaced ones. For work without a caller in the workspace. */
export async function findPaymentAccountRow(cx: Reading, id: string): Promise<PaymentAccountRow | undefined> {
  return (await byId(cx.db, { id }))[0]
}

/**
 * Locks the workspace's row, so that changes to its accounts happen one after the other. Returns its accounts that are
 * not disabled, oldest first.
 */
export async function takePaymentAccountRows(cx: Inside & Member): Promise<PaymentAccountRow[]> {
  await cx.db
    .updateTable("workspaces")
    .set((row) => ({ created_at: row.ref("created_at") }))
    .where("id", "=", cx.workspaceId)
    .execute()
  return listPaymentAccountRows(cx)
}

/** Lists the workspace's accounts that are not disabled, oldest first: at most one active and one waiting. */
export function listPaymentAccountRows(cx: Reading & Member): Promise<PaymentAccountRow[]> {
  return cx.db
    .selectFrom("payment_accounts")
    .selectAll()
    .where("workspace_id", "=", cx.workspaceId)
    .where("disabled_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute()
}

/** Inserts an account, or replaces the keys of an existing one. */
export async function putPaymentAccountRow(cx: Inside & Member, row: PaymentAccountRow): Promise<void> {
  const { secret_key_sealed, publishable_key, webhook_secret_sealed } = row
  await cx.db
    .insertInto("payment_accounts")
    .values({ ...row, workspace_id: cx.workspaceId })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ secret_key_sealed, publishable_key, webhook_secret_sealed })
        .where("payment_accounts.workspace_id", "=", cx.workspaceId),
    )
    .execute()
  await insertListing(cx, row.id)
}

/** Disables an account for charges. Its keys are kept, sealed, because its sales can still be refunded. */
export async function disablePaymentAccountRow(cx: Inside & Member, id: string): Promise<void> {
  await cx.db.updateTable("payment_accounts").set({ disabled_at: cx.now() }).where(ownRow(cx, id)).execute()
  await endLooks(cx, id)
}
