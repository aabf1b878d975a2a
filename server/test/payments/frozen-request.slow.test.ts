import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { editOffer } from "#domains/handover/index.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { openStripeTill, type StripeTill } from "./stripe-till.ts"

/** Changes every setting and every text that a request to the processor could be made of. */
async function changeEverything({ act, app, offer, workspaceId }: StripeTill): Promise<void> {
  const addresses = { ...app.addresses, base: "https://moved.example" }
  Object.assign(app, { addresses, brandName: "Another brand" })
  const change = { id: offer.id, title: "Another title", priceCents: 2500, currency: "eur" }
  await act("member", editOffer, change)
  await app.database.transaction(async (db) => {
    const renamed = db.updateTable("workspaces").set({ name: "Another seller", slug: "another" })
    await renamed.where("id", "=", workspaceId).execute()
  })
}

const forgetReturnUrl = ({ app }: StripeTill) =>
  app.database.transaction((db) => db.updateTable("purchases").set({ return_url: null }).execute())

onBothDatabases("a retry after every setting changed is the same request, byte for byte", async (t, kind) => {
  const till = await openStripeTill(t, kind)
  const key = randomUUID()
  await till.addGiftCode("GIFT-FIVE")
  till.break("drop-after", "", 2)
  assert.equal((await till.checkout({ giftCode: "GIFT-FIVE" }, key)).status, 500)
  await changeEverything(till)
  till.advance(60_000)

  const { status, body } = await till.checkout({ giftCode: "GIFT-FIVE" }, key)

  assert.equal(status, 200)
  const requests = till.standIn.requests.filter(({ path }) => path === "/v1/checkout/sessions")
  assert.equal(requests.length, 3, "the lost one, the library's own repetition, and the retry")
  assert.equal(new Set(requests.map((request) => request.body)).size, 1)
  assert.equal(new Set(requests.map(({ headers }) => headers["idempotency-key"])).size, 1)
  const [purchase] = await till.purchases()
  assert.deepEqual(valuesOf(till.standIn.checkoutSessionsOf(purchase?.id ?? ""), "id"), [body.sessionId])
})

onBothDatabases("a purchase from before the address was kept is opened all the same", async (t, kind) => {
  const till = await openStripeTill(t, kind)
  const key = randomUUID()
  till.break("500")
  assert.equal((await till.checkout({}, key)).status, 500)
  await forgetReturnUrl(till)

  const { body } = await till.checkout({}, key)

  const { pathname } = new URL(till.standIn.formOf(body.sessionId).leadsTo)
  assert.equal(pathname, `/pay/${till.offer.key}`)
})

onBothDatabases("when the key stands for another request, the next key opens the checkout session", async (t, kind) => {
  const till = await openStripeTill(t, kind)
  const key = randomUUID()
  till.break("drop-after", "", 2)
  assert.equal((await till.checkout({}, key)).status, 500)
  await forgetReturnUrl(till)
  await changeEverything(till)

  const refused = await till.checkout({}, key)
  const opened = await till.checkout({}, key)

  assert.deepEqual([refused.status, refused.body.error.code, opened.status], [500, "upstream_error", 200])
  const { paid, pending } = (await till.post(`${till.pay}/verify`, { sessionId: opened.body.sessionId })).body
  assert.deepEqual([paid, pending], [false, true])
})
