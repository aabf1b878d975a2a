import type { Context, Inside, Reading } from "#access/context.ts"
import { dayMs } from "#kernel/time/units.ts"
import { findsRow } from "#storage/whether.ts"
import type { PurchaseState } from "../purchase-states.ts"
import type { PurchaseKey } from "../purchases/index.ts"
import { isNoTestSale } from "../test-sale-store.ts"

/** States of a checkout or a sale that still needs its processor account. */
const unfinished: readonly PurchaseState[] = ["created", "open", "pending_async", "paid", "fulfil_failed", "refunding"]

/** How long after a payment its buyer's bank may still take it back. */
const disputableMs = 180 * dayMs

/** Whether sales on an account may still need its keys: to be paid, refunded or disputed. Test sales do not count. */
export function hasUnfinishedSales(cx: Reading, processorAccount: string, processorId?: string): Promise<boolean> {
  let sales = cx.db
    .selectFrom("purchases")
    .select("id")
    .where("processor_account", "=", processorAccount)
    .where(isNoTestSale)
    .where((row) => row.or([row("state", "in", unfinished), row("paid_at", ">", cx.now() - disputableMs)]))
  if (processorId !== undefined) sales = sales.where("processor_id", "=", processorId)
  return findsRow(sales)
}

/** Stops listing checkout sessions and events of removed accounts once no sale needs their keys. The keys stay. */
export async function endListings(cx: Context): Promise<void> {
  await cx.atomically(async (cx) => {
    for (const name of ["checkout_session_listings", "event_listings"] as const) {
      const table = name as "checkout_session_listings"
      await cx.db.deleteFrom(table).where("processor_account", "in", overProcessorAccounts(cx)).execute()
    }
  })
}

/** Each subquery uses its own index. */
function overProcessorAccounts(cx: Inside) {
  return cx.db
    .selectFrom("payment_accounts")
    .select("payment_accounts.id")
    .where("disabled_at", "is not", null)
    .where(({ and, not, exists, selectFrom }) => {
      const sales = () =>
        selectFrom("purchases")
          .select("purchases.id")
          .whereRef("processor_account", "=", "payment_accounts.id")
          .where(isNoTestSale)
      const disputable = sales().where("paid_at", ">", cx.now() - disputableMs)
      return and([not(exists(disputable)), not(exists(sales().where("state", "in", unfinished)))])
    })
}

export function listHoldingCheckouts(
  cx: Inside,
  processorAccount: string,
  limit: number,
): Promise<(PurchaseKey & { state: PurchaseState })[]> {
  return cx.db
    .selectFrom("purchases")
    .select(["id", "workspace_id", "state"])
    .where("processor_account", "=", processorAccount)
    .where((row) =>
      row.or([
        row("state", "=", "created"),
        row.and([row("state", "=", "open"), row("checkout_session_expires_at", "<=", cx.now())]),
      ]),
    )
    .orderBy("id")
    .limit(limit)
    .execute()
}
