import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { eachDay, firstOfDays } from "#kernel/time/days.ts"
import { sumRevenue } from "./revenue-store.ts"

const revenueDay = z.object({
  day: z.iso.date(),
  amountCents: z.int().describe("Charges minus refunds, in minor units."),
  sales: z.int().describe("The number of paid purchases, refunded ones included."),
})

/** Sums revenue by currency and UTC day of payment, today included. The currency with the most sales comes first. */
export const getRevenue = workspaceAction("member", "console", {
  input: z.object({
    days: z.int().min(1).max(366).default(30).describe("How many days, the last of which is today."),
  }),
  output: z.object({
    currencies: z.array(z.object({ currency: z.string(), days: z.array(revenueDay).describe("The oldest first.") })),
  }),
  async run(cx, { days }) {
    const first = firstOfDays(cx.now(), days)
    const found = Map.groupBy(await sumRevenue(cx, first), ({ currency }) => currency)
    const salesIn = (currency: string) => (found.get(currency) ?? []).reduce((all, { sales }) => all + sales, 0)
    const order = [...found.keys()].sort((one, other) => salesIn(other) - salesIn(one) || (one < other ? -1 : 1))
    return {
      currencies: order.map((currency) => {
        const onDay = new Map(found.get(currency)?.map((row) => [row.day, row]))
        return {
          currency,
          days: eachDay(first, days).map(({ at, day }) => {
            const { cents = 0, sales = 0 } = onDay.get(at) ?? {}
            return { day, amountCents: cents, sales }
          }),
        }
      }),
    }
  },
})
