import assert from "node:assert/strict"
import { onSqlite } from "#test/support/databases/test-databases.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { world } from "#test/support/worlds/world.ts"
import { deliveryUrl } from "./delivery.ts"
import { getBought } from "./get-bought.ts"
import { revokeDelivery } from "./revoke-and-restore-delivery.ts"

onSqlite("only a person with the purchase's address opens it", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, cx } = studio
  const offer = await offerOnSale(studio)
  const purchase = await insertPurchase(studio, offer, { buyer_email: "Owner@Elsewhere.example" })
  const { id } = purchase

  const read = await act("stranger", getBought, { id })

  assert.deepEqual([read.title, read.deliveryUrl], ["Type specimen", deliveryUrl(cx, purchase)])
  for (const caller of ["owner", "member"] as const) {
    await assert.rejects(act(caller, getBought, { id }), { code: "not_found" })
  }
  const nobodys = await insertPurchase(studio, offer, { buyer_email: null })
  await assert.rejects(act("stranger", getBought, { id: nobodys.id }), { code: "not_found" })
})

onSqlite("an unpaid or revoked purchase has no link for its buyer", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const offer = await offerOnSale(studio)
  const buyer_email = "owner@elsewhere.example"
  const open = await insertPurchase(studio, offer, { buyer_email, state: "open" })
  const { id } = await insertPurchase(studio, offer, { buyer_email })
  await act("owner", revokeDelivery, { id })

  assert.equal((await act("stranger", getBought, { id: open.id })).deliveryUrl, null)
  const { deliveryUrl: link, isRevoked } = await act("stranger", getBought, { id })
  assert.deepEqual([link, isRevoked], [null, true])
})
