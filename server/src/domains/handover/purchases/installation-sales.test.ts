import assert from "node:assert/strict"
import { rowsOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { world } from "#test/support/worlds/world.ts"
import { listInstallationSales } from "./list-installation-sales.ts"

onBothDatabases(
  "operators see the sales on the installation's account, by workspace and currency, less refunds",
  async (t, kind) => {
    const studio = await world(t, kind, { operators: ["owner@elsewhere.example"] })
    const offer = await offerOnSale(studio)
    const workspaces = await studio.cx.db.selectFrom("workspaces").select(["id", "slug"]).execute()
    const elsewhere = workspaces.find(({ slug }) => slug === "elsewhere")?.id
    const sold = (changes: Parameters<typeof insertPurchase>[2]) => insertPurchase(studio, offer, changes)
    await sold({})
    await sold({ refunded_cents: 400 })
    await sold({ state: "refunded", refunded_cents: 1900 })
    await sold({ state: "disputed", dispute: "lost" })
    await sold({ currency: "jpy", charged_cents: 700, paid_at: Date.UTC(2026, 9, 31, 23) })
    assert.ok(elsewhere)
    const row = await studio.cx.db.selectFrom("offers").selectAll().where("id", "=", offer.id).executeTakeFirstOrThrow()
    const theirOffer = { ...row, id: "offer_elsewhere", workspace_id: elsewhere, short_key: null }
    await studio.app.database.transaction((db) => db.insertInto("offers").values(theirOffer).execute())
    for (const checkout_session_id of ["cs_live_1", "cs_live_2"])
      await sold({ workspace_id: elsewhere, offer_id: theirOffer.id, charged_cents: 500, checkout_session_id })
    await sold({ processor_account: "processor_own" })
    await sold({ checkout_session_id: "cs_test_1" })
    await sold({ state: "expired", paid_at: null })
    const columns = ["slug", "currency", "sales", "chargedCents", "returnedCents"] as const
    const list = async (input: object) =>
      rowsOf((await studio.act("stranger", listInstallationSales, input)).items, ...columns)

    const [dollars, yen, theirs] = [
      ["studio", "usd", 4, 7_600, 4_200],
      ["studio", "jpy", 1, 700, 0],
      ["elsewhere", "usd", 2, 1_000, 0],
    ]
    assert.deepEqual(await list({}), [dollars, yen, theirs])
    assert.deepEqual(await list({ month: "this" }), [dollars, theirs])
    assert.deepEqual(await list({ month: "last" }), [yen])
    await assert.rejects(studio.act("owner", listInstallationSales, {}), { code: "not_found" })
  },
)
