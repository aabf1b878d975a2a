import assert from "node:assert/strict"
import { anonymous } from "#access/context.ts"
import type { Schema } from "#storage/schema.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { archiveOffer } from "../offers/archive-offer.ts"
import { removeOfferFile } from "../offers/remove-offer-file.ts"
import { deliveryLink } from "./delivery.ts"
import { getDelivery } from "./get-delivery.ts"
import { getDeliveryFile } from "./get-delivery-file.ts"

const open = (studio: World, purchase: { id: string; delivery_generation: number }) =>
  studio.act(anonymous, getDelivery, { link: deliveryLink(studio.cx, purchase) })

const addressOf = (url: string) => url.slice("http://localhost:3000/files/".length)

async function change(studio: World, id: string, set: Partial<Schema["purchases"]>): Promise<void> {
  await studio.app.database.transaction((db) => db.updateTable("purchases").set(set).where("id", "=", id).execute())
}

onSqlite("a delivery link opens the bought files, each at its own address", async (t, kind) => {
  const studio = await world(t, kind)
  const { cx, clock } = studio
  const purchase = await insertPurchase(studio, await offerOnSale(studio))

  const delivery = await open(studio, purchase)

  assert.equal(delivery.title, "Type specimen")
  assert.equal(delivery.sellerName, "Studio Ada")
  assert.equal(delivery.amountCents, 1900)
  assert.equal(delivery.isTest, true)
  assert.equal(delivery.isGift, false)
  assert.equal(delivery.canSendReceipt, true)
  assert.deepEqual(
    delivery.files.map(({ name, sizeBytes, expiresAt }) => ({ name, sizeBytes, expiresAt })),
    [
      { name: "specimen.txt", sizeBytes: 21, expiresAt: clock.now() + 300_000 },
      { name: "license.txt", sizeBytes: 20, expiresAt: clock.now() + 300_000 },
    ],
  )
  for (const { name, url } of delivery.files) {
    const file = await getDeliveryFile(cx, addressOf(url))
    const bytes = Buffer.concat(await (await cx.blobs.read(file.blobKey)).toArray())
    assert.equal(bytes.toString(), `This is ${name}.`)
    assert.equal(file.sizeBytes, bytes.length)
    assert.ok(!url.includes(file.blobKey.replace("files/", "")))
  }
})

onSqlite("a buyer keeps the bought files when the offer changes", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, app, cx } = studio
  const offer = await offerOnSale(studio)
  const purchase = await insertPurchase(studio, offer)

  await act("member", removeOfferFile, { offerId: offer.id, key: String(offer.files[0]?.key) })
  await act("member", archiveOffer, { id: offer.id })
  await app.database.transaction((db) => db.updateTable("offers").set({ suspended_at: 1 }).execute())

  const { files } = await open(studio, purchase)
  assert.deepEqual(valuesOf(files, "name"), ["specimen.txt", "license.txt"])
  assert.equal((await getDeliveryFile(cx, addressOf(String(files[0]?.url)))).name, "specimen.txt")
})

onSqlite("a suspended workspace delivers nothing", async (t, kind) => {
  const studio = await world(t, kind)
  const { app, cx } = studio
  const purchase = await insertPurchase(studio, await offerOnSale(studio))
  const { files } = await open(studio, purchase)

  await app.database.transaction((db) => db.updateTable("workspaces").set({ suspended_at: 1 }).execute())

  await assert.rejects(open(studio, purchase), { code: "not_found" })
  await assert.rejects(getDeliveryFile(cx, addressOf(String(files[0]?.url))), { code: "not_found" })
})

onBothDatabases("every state but fulfilled and comped ends the link, and fresh file addresses too", async (t, kind) => {
  const studio = await world(t, kind)
  const { cx } = studio
  const purchase = await insertPurchase(studio, await offerOnSale(studio))
  const address = addressOf(String((await open(studio, purchase)).files[0]?.url))

  const ended = ["created", "open", "pending_async", "paid", "fulfil_failed", "expired", "failed"] as const
  for (const state of [...ended, "refunding", "refunded", "disputed"] as const) {
    await change(studio, purchase.id, { state })
    await assert.rejects(open(studio, purchase), { code: "not_found", status: 404 }, state)
    await assert.rejects(getDeliveryFile(cx, address), { code: "not_found", status: 404 }, state)
  }
  await change(studio, purchase.id, { state: "comped" })
  assert.equal((await open(studio, purchase)).isGift, true)
  assert.equal((await getDeliveryFile(cx, address)).name, "specimen.txt")

  await change(studio, purchase.id, { delivery_revoked_at: 1 })
  await assert.rejects(open(studio, purchase), { code: "not_found" })
  await assert.rejects(getDeliveryFile(cx, address), { code: "not_found" })
})

onBothDatabases("a new generation ends the links and addresses of the previous one", async (t, kind) => {
  const studio = await world(t, kind)
  const { cx } = studio
  const purchase = await insertPurchase(studio, await offerOnSale(studio))
  const address = addressOf(String((await open(studio, purchase)).files[0]?.url))

  await change(studio, purchase.id, { delivery_generation: 2 })

  await assert.rejects(open(studio, purchase), { code: "not_found" })
  await assert.rejects(getDeliveryFile(cx, address), { code: "not_found" })
  assert.equal((await open(studio, { ...purchase, delivery_generation: 2 })).files.length, 2)
})

onSqlite("a file's address ends after five minutes, and cannot be forged", async (t, kind) => {
  const studio = await world(t, kind)
  const { cx, clock } = studio
  const offer = await offerOnSale(studio)
  const purchase = await insertPurchase(studio, offer)
  const other = await insertPurchase(studio, offer, { buyer_email: "cy@example.com" })
  const address = addressOf(String((await open(studio, purchase)).files[0]?.url))
  const [id = "", key = "", expiry = "", mac = ""] = address.split(".")
  const later = (Number.parseInt(expiry, 36) + 1).toString(36)
  const otherKey = String(offer.files[1]?.key)

  const madeUp = [
    "",
    "x",
    "../../etc/passwd",
    [other.id, key, expiry, mac].join("."),
    [id, otherKey, expiry, mac].join("."),
    [id, key, later, mac].join("."),
    [id, key, expiry, "A".repeat(43)].join("."),
    [id, key, expiry, ""].join("."),
    `${address}.`,
  ]
  for (const text of madeUp) await assert.rejects(getDeliveryFile(cx, text), { code: "not_found" }, text)

  clock.advance(299_999)
  assert.equal((await getDeliveryFile(cx, address)).name, "specimen.txt")
  clock.advance(1)
  await assert.rejects(getDeliveryFile(cx, address), { code: "not_found" })
  clock.advance(-3_600_000)
  await assert.rejects(getDeliveryFile(cx, address), { code: "not_found" }, "a clock that is set back opens nothing")
})

onSqlite("all links that open nothing get the same refusal", async (t, kind) => {
  const studio = await world(t, kind)
  const refunded = await insertPurchase(studio, await offerOnSale(studio), { state: "refunded" })
  const links = ["", "x", deliveryLink(studio.cx, refunded), `${refunded.id}.${"A".repeat(43)}`]
  links.push(deliveryLink(studio.cx, { id: "purchase_none", delivery_generation: 1 }))

  const refusals = await Promise.all(
    links.map((link) => studio.act(anonymous, getDelivery, { link }).catch((error) => error)),
  )

  for (const { status, message, hint } of refusals) {
    assert.deepEqual({ status, message, hint }, { status: 404, message: refusals[0].message, hint: refusals[0].hint })
  }
})
