import type { Inside } from "#access/context.ts"
import type { PaymentAccountRow } from "./payment-account-store.ts"

/** How long a claim lasts: longer than a call to the processor. */
const claimMs = 60_000

/** Claims the right to make or remove a processor account's webhook. Undefined while another process has it. */
export function claimHook(cx: Inside, id: string): Promise<PaymentAccountRow | undefined> {
  return cx.db
    .updateTable("payment_accounts")
    .set({ hook_tried_at: cx.now(), hook_lease_until: cx.now() + claimMs })
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .where((row) => row.or([row("hook_lease_until", "is", null), row("hook_lease_until", "<=", cx.now())]))
    .returningAll()
    .executeTakeFirst()
}

export function updateHook(
  cx: Inside,
  id: string,
  set: Partial<Omit<PaymentAccountRow, "id" | "workspace_id">>,
): Promise<unknown> {
  return cx.db
    .updateTable("payment_accounts")
    .set({ ...set, hook_lease_until: null })
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .execute()
}

export async function forgetHook(cx: Inside, id: string): Promise<void> {
  await cx.db
    .updateTable("payment_accounts")
    .set({ hook_id: null, hook_base: null })
    .where("id", "=", id)
    .where("disabled_at", "is not", null)
    .execute()
}
