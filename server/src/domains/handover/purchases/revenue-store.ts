import { sql } from "kysely"
import type { Member, Reading } from "#access/context.ts"
import { everyWorkspace } from "#access/workspace-store.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { PurchaseState } from "../purchase-states.ts"
import { isNoTestSale } from "../test-sale-store.ts"

/** States of a sale whose charge matched the checkout, or was accepted by a person. */
const sold: readonly PurchaseState[] = ["paid", "fulfilled", "refunding", "refunded", "disputed"]

const net = sql<number>`cast(sum(case when dispute = 'lost' then 0 else charged_cents - refunded_cents end) as bigint)`
const day = sql<number>`paid_at - paid_at % ${sql.lit(dayMs)}`

/**
 * Sums payments since `first` (epoch milliseconds), less refunds and lost disputes, by currency and day (as its UTC
 * midnight). Sales with test keys are left out.
 */
export function sumRevenue(cx: Reading & Member, first: number) {
  return cx.db
    .selectFrom("purchases")
    .select((row) => ["currency", day.as("day"), net.as("cents"), row.fn.countAll<number>().as("sales")])
    .where("workspace_id", "=", cx.workspaceId)
    .where("paid_at", ">=", first)
    .where("state", "in", sold)
    .where(isNoTestSale)
    .groupBy(["currency", day])
    .execute()
}

/** As `sumRevenue`, by workspace on the installation's account: `charged`, and what was `net`. Most sales first. */
export function sumInstallationSales(cx: Reading, { from, to, limit }: { from: number; to: number; limit: number }) {
  const charged = sql<number>`cast(sum(charged_cents) as bigint)`
  return cx.db
    .selectFrom("purchases")
    .innerJoin(everyWorkspace(cx.db), "workspace.id", "purchases.workspace_id")
    .select((row) => [
      ...(["workspace.id as workspaceId", "workspace.name as workspaceName", "workspace.slug"] as const),
      ...(["purchases.currency"] as const),
      ...[charged.as("charged"), net.as("net")],
      row.fn.countAll<number>().as("sales"),
      row.fn.max("paid_at").as("lastAt"),
    ])
    .where("processor_account", "=", "installation")
    .where("paid_at", ">=", from)
    .where("paid_at", "<", to)
    .where("purchases.state", "in", sold)
    .where(isNoTestSale)
    .groupBy(["workspace.id", "workspace.name", "workspace.slug", "purchases.currency"])
    .orderBy(sql`sum(count(*)) over (partition by workspace.id)`, "desc")
    .orderBy("workspace.id")
    .orderBy("sales", "desc")
    .orderBy("purchases.currency")
    .limit(limit)
    .execute()
}
