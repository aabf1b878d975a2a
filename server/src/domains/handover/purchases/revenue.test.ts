import assert from "node:assert/strict"
import { dayMs } from "#kernel/time/units.ts"
import { onSqlite } from "#test/support/databases/test-databases.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { world } from "#test/support/worlds/world.ts"
import { getRevenue } from "./get-revenue.ts"

onSqlite("revenue is summed by currency and day in UTC, and days without any are 0", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const offer = await offerOnSale(studio)
  const midnight = Date.UTC(2026, 10, 20)
  const paid = (at: number, changes = {}) => insertPurchase(studio, offer, { paid_at: at, created_at: at, ...changes })
  await paid(midnight)
  await paid(midnight + 1, { refunded_cents: 400 })
  await paid(midnight - 1, { charged_cents: 500 })
  await paid(midnight - dayMs, { currency: "jpy", charged_cents: 700 })
  await paid(midnight - dayMs - 1, { charged_cents: 9_999 })

  assert.deepEqual(await act("member", getRevenue, { days: 2 }), {
    currencies: [
      {
        currency: "usd",
        days: [
          { day: "2026-11-19", amountCents: 500, sales: 1 },
          { day: "2026-11-20", amountCents: 3_400, sales: 2 },
        ],
      },
      {
        currency: "jpy",
        days: [
          { day: "2026-11-19", amountCents: 700, sales: 1 },
          { day: "2026-11-20", amountCents: 0, sales: 0 },
        ],
      },
    ],
  })
})

onSqlite("refunded, lost, unaccepted and unpaid purchases are no revenue", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const offer = await offerOnSale(studio)
  await insertPurchase(studio, offer, { state: "refunded", refunded_cents: 1900 })
  await insertPurchase(studio, offer, { state: "disputed", dispute: "lost" })
  await insertPurchase(studio, offer, { state: "disputed", dispute: "open" })
  await insertPurchase(studio, offer, { state: "fulfil_failed", currency: "eur" })
  await insertPurchase(studio, offer, { state: "comped", charged_cents: 0, paid_at: null })

  const { currencies } = await act("member", getRevenue, { days: 1 })
  assert.deepEqual(currencies, [{ currency: "usd", days: [{ day: "2026-11-20", amountCents: 1900, sales: 3 }] }])
})

onSqlite("a workspace does not see another's revenue, and viewers see none", async (t, kind) => {
  const studio = await world(t, kind)
  await insertPurchase(studio, await offerOnSale(studio))

  assert.deepEqual(await studio.act("stranger", getRevenue, {}), { currencies: [] })
  await assert.rejects(studio.act("viewer", getRevenue, {}), { code: "workspace_forbidden" })
})
