import assert from "node:assert/strict"
import type { Context } from "#access/context.ts"
import { until } from "#test/support/basics/until.ts"
import { onSqlite } from "#test/support/databases/test-databases.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { world } from "#test/support/worlds/world.ts"
import { atomicallyForOffer } from "./stock-store.ts"

onSqlite("transactions that wait for a limited offer run in turn, and delay no other offer", async (t, kind) => {
  const studio = await world(t, kind)
  const cx: Context = { ...studio.cx, atomically: (work) => work(undefined as never) } // these write nothing
  const [hot, other] = [await offerOnSale(studio, { stockLimit: 1 }), await offerOnSale(studio, { stockLimit: 1 })]
  const ended: string[] = []
  const run = async ({ id }: { id: string }, name: string, work = async () => {}) => {
    await atomicallyForOffer(cx, { offer: { id, workspaceId: studio.workspaceId } }, work)
    ended.push(name)
  }
  const sale = Promise.withResolvers<void>()
  const all = [run(hot, "first", () => sale.promise), run(hot, "second"), run(other, "other")]
  await until(async () => ended.length > 0, 5_000).finally(sale.resolve)
  await Promise.all(all)
  assert.deepEqual(ended, ["other", "first", "second"])
})
