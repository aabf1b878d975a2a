import assert from "node:assert/strict"
import { test } from "node:test"
import { readMessage } from "#adapters/mail/read-message.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { world } from "#test/support/worlds/world.ts"
import { deliveryUrl } from "../deliveries/delivery.ts"
import { getPurchase } from "../deliveries/get-purchase.ts"
import { mailReceipt, mailSlowRefund } from "../deliveries/mail-receipt.ts"
import { resendReceipt } from "../deliveries/resend-receipt.ts"
import { restoreDelivery, revokeDelivery } from "../deliveries/revoke-and-restore-delivery.ts"
import { refundPurchase } from "../payments/refund-purchase.ts"
import { listPurchases } from "./list-purchases.ts"
import { searchBuyers } from "./search-buyers.ts"

onBothDatabases("purchases are listed newest first, in pages, and by offer, state and address", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  const [one, two] = [await offerOnSale(studio), await offerOnSale(studio)]
  const made = []
  for (const [offer, changes] of [
    [one, { buyer_email: "Bo@example.com", charged_cents: 500 }],
    [one, { buyer_email: "cy@example.com", state: "refunded", charged_cents: 700 }],
    [two, { buyer_email: "bo@example.com", charged_cents: 600 }],
  ] as const) {
    clock.advance(1)
    made.unshift((await insertPurchase(studio, offer, changes)).id)
  }
  const [third, second, first] = made
  const list = async (input: object) => (await act("member", listPurchases, input)).items.map((purchase) => purchase.id)

  assert.deepEqual(await list({}), [third, second, first])
  assert.deepEqual(await list({ offerId: one.id }), [second, first])
  assert.deepEqual(await list({ state: "refunded" }), [second])
  assert.deepEqual(await list({ buyerEmail: "BO@Example.com" }), [third, first])
  assert.deepEqual(await list({ offerId: one.id, buyerEmail: "bo@example.com", state: "fulfilled" }), [first])
  assert.deepEqual(await list({ buyer: " BO@exa" }), [third, first])
  assert.deepEqual(await list({ buyer: "y@" }), [second])
  assert.deepEqual(await list({ buyer: "%" }), [])
  assert.deepEqual(await list({ buyer: "\0" }), [third, second, first])
  assert.deepEqual(await list({ sort: "charged_cents" }), [first, third, second])
  assert.deepEqual(await list({ sort: "-charged_cents", buyer: "bo@" }), [third, first])
  const page = await act("member", listPurchases, { limit: 2 })
  assert.deepEqual(await list({ limit: 2, cursor: page.nextCursor }), [first])
  await insertPurchase(studio, one, { state: "open", paid_at: null, created_at: 1 })
  const given = await insertPurchase(studio, one, { state: "comped", paid_at: null, created_at: 1 })
  assert.deepEqual(await list({ isBought: true }), [third, second, first, given.id])
  await assert.rejects(list({ cursor: "nonsense" }), { code: "invalid_request" })
})

onBothDatabases("buyers are found by a part of their address, for members of their workspace", async (t, kind) => {
  const studio = await world(t, kind)
  const offer = await offerOnSale(studio)
  for (const buyer_email of ["Bo@example.com", "bo@example.com", "abo_1@example.com", null])
    await insertPurchase(studio, offer, { buyer_email })
  const search = async (as: "member" | "viewer" | "stranger", query: string, limit = 4) =>
    (await studio.act(as, searchBuyers, { query, limit })).buyers

  const [abo, bo] = [
    { email: "abo_1@example.com", purchases: 1 },
    { email: "bo@example.com", purchases: 2 },
  ]
  assert.deepEqual(await search("member", " BO"), [abo, bo])
  assert.deepEqual(await search("member", "bo", 1), [abo])
  assert.deepEqual(await search("member", "o_1"), [abo])
  assert.deepEqual(await search("member", "%"), [])
  await assert.rejects(search("member", " \0"), { code: "invalid_request" })
  await assert.rejects(search("viewer", "bo"), { code: "workspace_forbidden" })
  assert.deepEqual(await search("stranger", "bo"), [])
})

onSqlite("a purchase is read with its delivery link while it delivers", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, cx } = studio
  const offer = await offerOnSale(studio)
  const bought = await insertPurchase(studio, offer)
  const open = await insertPurchase(studio, offer, { state: "open" })

  const read = await act("member", getPurchase, { id: bought.id })

  assert.equal(read.title, "Type specimen")
  assert.equal(read.chargedCents, 1900)
  assert.equal(read.deliveryUrl, deliveryUrl(cx, bought))
  assert.equal((await act("member", getPurchase, { id: open.id })).deliveryUrl, null)
})

onSqlite("revoking ends the link, restoring gives a new one", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, cx } = studio
  const purchase = await insertPurchase(studio, await offerOnSale(studio))
  const { id } = purchase
  const link = async () => (await act("member", getPurchase, { id })).deliveryUrl

  assert.equal((await act("admin", revokeDelivery, { id })).isRevoked, true)
  assert.equal(await link(), null)
  await act("admin", revokeDelivery, { id })

  assert.equal((await act("admin", restoreDelivery, { id })).isRevoked, false)
  await act("admin", restoreDelivery, { id })
  assert.equal(await link(), deliveryUrl(cx, { id, delivery_generation: 2 }))
})

onSqlite("an undelivered purchase is neither revoked nor restored", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const offer = await offerOnSale(studio)
  const open = await insertPurchase(studio, offer, { state: "open" })
  const refunded = await insertPurchase(studio, offer, { state: "refunded", delivery_revoked_at: 1 })

  await assert.rejects(act("admin", revokeDelivery, { id: open.id }), { code: "conflict" })
  await assert.rejects(act("admin", restoreDelivery, { id: open.id }), { code: "conflict" })
  await assert.rejects(act("admin", restoreDelivery, { id: refunded.id }), { code: "conflict" })
  assert.equal((await act("admin", revokeDelivery, { id: refunded.id })).isRevoked, true)
})

onBothDatabases("a refund ends the delivery at once and starts one refund of the money", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, cx } = studio
  const { id } = await insertPurchase(studio, await offerOnSale(studio))

  const refunds = await Promise.all(
    Array.from({ length: 5 }, () => act("admin", refundPurchase, { id, reason: "Sent twice." })),
  )

  for (const purchase of refunds) assert.equal(purchase.state, "refunding")
  const purchase = await act("member", getPurchase, { id })
  assert.equal(purchase.reason, "Sent twice.")
  assert.equal(purchase.isRevoked, true)
  assert.equal(purchase.deliveryUrl, null)
  const rows = await cx.db.selectFrom("jobs").select(["kind", "payload"]).execute()
  assert.deepEqual(rows.map((row) => row.kind).sort(), ["mail-slow-refund", "refund-purchase"])
  const jobs = rows.filter((row) => row.kind === "refund-purchase")
  assert.deepEqual(valuesOf(jobs, "payload"), [JSON.stringify({ purchaseId: id })])
  await mailReceipt(cx, { purchaseId: id, resend: 0 })
  assert.deepEqual(studio.mails(), [], "the money is not back yet")
  await mailSlowRefund(cx, { purchaseId: id })
  const [mail] = studio.mails().map(readMessage)
  assert.equal(mail?.subject, "Refund started for Type specimen")
  assert.match(String(mail?.text), /Reason: Sent twice\./)
})

onSqlite("an uncharged or disputed purchase is not refunded", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const offer = await offerOnSale(studio)

  for (const state of ["open", "expired", "comped", "disputed"] as const) {
    const { id } = await insertPurchase(studio, offer, { state })
    const message = state === "disputed" ? /is disputed/ : /Nothing was charged/
    await assert.rejects(act("admin", refundPurchase, { id }), { code: "conflict", message }, state)
  }
})

onSqlite("a receipt is sent again while the purchase delivers", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, cx } = studio
  const offer = await offerOnSale(studio)
  const bought = await insertPurchase(studio, offer)
  const refunded = await insertPurchase(studio, offer, { state: "refunded" })

  await act("member", resendReceipt, { id: bought.id })

  await assert.rejects(act("member", resendReceipt, { id: refunded.id }), { code: "conflict" })
  const jobs = await cx.db.selectFrom("jobs").select(["kind", "payload"]).execute()
  assert.deepEqual(
    jobs.map(({ kind, payload }) => [kind, JSON.parse(payload)]),
    [["mail-receipt", { purchaseId: bought.id, resend: 1 }]],
  )
})

onBothDatabases("another workspace's purchases do not exist", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const { id, offer_id: offerId } = await insertPurchase(studio, await offerOnSale(studio))

  for (const action of [getPurchase, refundPurchase, resendReceipt, revokeDelivery, restoreDelivery]) {
    await assert.rejects(act("stranger", action, { id }), { code: "not_found", status: 404 })
  }
  assert.deepEqual((await act("stranger", listPurchases, { offerId })).items, [])
  assert.equal((await act("member", getPurchase, { id })).state, "fulfilled")
})

test("viewers see no purchase, and members move no money", async (t) => {
  const studio = await world(t)
  const { act } = studio
  const { id } = await insertPurchase(studio, await offerOnSale(studio))

  for (const action of [getPurchase, resendReceipt, refundPurchase, revokeDelivery, restoreDelivery]) {
    await assert.rejects(act("viewer", action, { id }), { code: "workspace_forbidden" })
  }
  await assert.rejects(act("viewer", listPurchases, {}), { code: "workspace_forbidden" })
  for (const action of [refundPurchase, revokeDelivery, restoreDelivery]) {
    await assert.rejects(act("member", action, { id }), { code: "workspace_forbidden" })
  }
})
