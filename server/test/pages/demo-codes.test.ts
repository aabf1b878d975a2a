import assert from "node:assert/strict"
import { test } from "node:test"
import { createGiftCode, disableGiftCode, listUsableCodes } from "#domains/handover/index.ts"
import { offerOnSale } from "#test/support/selling/shop.ts"
import { httpWorld } from "#test/support/worlds/http-world.ts"

test("only usable gift codes are shown", async (t) => {
  const world = await httpWorld(t)
  const { id: offerId, shortKey } = await offerOnSale(world)
  const make = (code: string) => world.act("admin", createGiftCode, { offerId, code, kind: "full", maxUses: 1 })
  await make("FIRST-GIFT-CODE")
  const two = await make("SECOND-GIFT-CODE")
  const codes = ["SECOND-GIFT-CODE", "FIRST-GIFT-CODE", "ABSENT-GIFT-CODE"]
  assert.deepEqual(await listUsableCodes(world.cx, shortKey ?? "", codes), ["SECOND-GIFT-CODE", "FIRST-GIFT-CODE"])
  await world.act("admin", disableGiftCode, { id: two.id })
  assert.deepEqual(await listUsableCodes(world.cx, shortKey ?? "", codes), ["FIRST-GIFT-CODE"])
  assert.deepEqual(await listUsableCodes(world.cx, "none", codes), [])
})
