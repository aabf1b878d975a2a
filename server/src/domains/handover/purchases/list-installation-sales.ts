import { z } from "zod"
import { operatorAction } from "#domains/accounts/index.ts"
import { sumInstallationSales } from "./revenue-store.ts"

/** How many rows are shown. Only workspaces that sell on the installation's processor account have any. */
const most = 500

const sale = z.object({
  workspaceId: z.string(),
  workspaceName: z.string(),
  slug: z.string(),
  currency: z.string(),
  sales: z.int().describe("The number of paid purchases, refunded ones included."),
  chargedCents: z.int().describe("In minor units of the currency."),
  returnedCents: z.int().describe("The refunded or lost part of it."),
  lastAt: z.int().describe("When the last one was paid, in epoch milliseconds."),
})

/**
 * Sums the sales on the installation's processor account by workspace and currency, the most sales first. A sale counts
 * in the UTC month of its payment. Sales with test keys are left out.
 */
export const listInstallationSales = operatorAction({
  input: z.object({
    month: z.enum(["this", "last"]).optional().describe("Default: all time."),
  }),
  output: z.object({ items: z.array(sale), hasMore: z.boolean() }),
  async run(cx, { month }) {
    const rows = await sumInstallationSales(cx, { ...monthOf(month, cx.now()), limit: most + 1 })
    const items = rows.slice(0, most).map(({ charged, net, sales, lastAt, ...row }) => ({
      ...row,
      sales: Number(sales),
      chargedCents: Number(charged),
      returnedCents: Number(charged) - Number(net),
      lastAt: Number(lastAt),
    }))
    return { items, hasMore: rows.length > most }
  },
})

/** The period, in epoch milliseconds. */
function monthOf(month: "this" | "last" | undefined, now: number): { from: number; to: number } {
  if (month === undefined) return { from: 0, to: Number.MAX_SAFE_INTEGER }
  const day = new Date(now)
  const first = (months: number) => Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1)
  return month === "this" ? { from: first(0), to: first(1) } : { from: first(-1), to: first(0) }
}
