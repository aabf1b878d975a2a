import type { z } from "zod"
import type { Context } from "#access/context.ts"
import { listHookStates } from "../events/index.ts"
import { must } from "../must.ts"
import { type ownPaymentAccount, toOwnPaymentAccount } from "./own-payment-account.ts"
import { findPaymentAccountRow, type PaymentAccountRow } from "./payment-account-store.ts"
import { listProcessorRows } from "./processor-account-store.ts"

type OwnPaymentAccount = z.output<typeof ownPaymentAccount>

export async function showPaymentAccounts(
  cx: Context,
  rows: readonly PaymentAccountRow[],
): Promise<OwnPaymentAccount[]> {
  const ids = rows.map(({ id }) => id)
  const processors = await listProcessorRows(cx, ids)
  const hooks = await listHookStates(cx, ids)
  const of = <Row extends { processor_account: string }>(states: Row[], id: string) =>
    states.find(({ processor_account }) => processor_account === id)
  return rows.map((row) => toOwnPaymentAccount(cx, row, { processor: of(processors, row.id), hook: of(hooks, row.id) }))
}

/** Shows the processor account that an admin has just changed, even if another one has replaced it since. */
export async function showPaymentAccount(cx: Context, id: string): Promise<OwnPaymentAccount> {
  const row = await findPaymentAccountRow(cx, id)
  const [paymentAccount] = row ? await showPaymentAccounts(cx, [row]) : []
  must(paymentAccount !== undefined, "A payment account is never deleted.")
  return paymentAccount
}
