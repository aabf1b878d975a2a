import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { type TestContext, test } from "node:test"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { openBrowser, signIn } from "#test/support/pages/simple-browser.ts"
import { upload } from "#test/support/selling/shop.ts"
import { type PageWorld, pageWorld } from "#test/support/worlds/page-world.ts"

/** The console's requests of a signed-in person, as their page makes them. */
async function consoleOf(world: PageWorld, email: string) {
  const browser = openBrowser(world)
  await signIn(world, browser, email)
  const { island } = await browser.visit("/studio")
  const headers = { ...browser.headers(), "sec-fetch-site": "same-origin", "svc-form-token": island.formToken }
  return {
    browser,
    read: (name: string, input: object = {}) =>
      world.get(
        `/console/${name}?${new URLSearchParams({ workspace: "studio", input: JSON.stringify(input) })}`,
        headers,
      ),
    change: (name: string, input: object) =>
      world.post(`/console/${name}?workspace=studio`, input, { ...headers, "idempotency-key": randomUUID() }),
  }
}

type Console = Awaited<ReturnType<typeof consoleOf>>

async function studio(t: TestContext) {
  const world = await pageWorld(t)
  return { world, owner: await consoleOf(world, "owner@studio.example") }
}

/** Makes an offer as a seller does, and puts it on sale. */
async function sellSomething(world: PageWorld, { change }: Console) {
  const draft = await change("create-offer", { title: "Brush set", priceCents: 2400, currency: "eur" })
  assert.deepEqual([draft.status, draft.body.state, draft.body.payUrl], [200, "draft", null])
  const early = await change("publish-offer", { id: draft.body.id })
  assert.equal(early.status, 409)
  const fileId = await upload(world, "brushes.txt")
  const filled = await change("add-offer-file", { offerId: draft.body.id, fileId })
  assert.equal(filled.body.files.length, 1)
  const published = await change("publish-offer", { id: draft.body.id })
  assert.match(published.body.shortKey, /^[a-z0-9]{4}$/)
  return { id: draft.body.id as string, shortKey: published.body.shortKey as string }
}

/** Buys through the public API, in the sandbox. Returns the delivery link. */
async function buy(world: PageWorld, shortKey: string): Promise<string> {
  const checkout = await world.post(`/api/pay/${shortKey}/checkout`, { buyerEmail: "bo@example.com" })
  await world.sandbox.pay(checkout.body.sessionId, { card: "4242424242424242" })
  const { body } = await world.post(`/api/pay/${shortKey}/verify`, { sessionId: checkout.body.sessionId })
  assert.equal(body.fulfilled, true)
  return new URL(body.deliveryUrl).pathname
}

test("200 from the first draft to the sale, and back to the buyer's card", async (t) => {
  const { world, owner } = await studio(t)
  const { read, change } = owner
  const { id: offerId, shortKey } = await sellSomething(world, owner)
  const deliveryPath = await buy(world, shortKey)

  const listed = await read("list-purchases", { offerId, buyer: "BO@" })
  assert.equal(listed.status, 200)
  const [purchase] = listed.body.items
  assert.deepEqual(
    [purchase.buyerEmail, purchase.state, purchase.chargedCents, purchase.currency],
    ["bo@example.com", "fulfilled", 2400, "eur"],
  )
  const opened = await read("get-purchase", { id: purchase.id })
  assert.equal(new URL(opened.body.deliveryUrl).pathname, deliveryPath)
  assert.equal((await world.visit(deliveryPath)).status, 200)

  const refund = await change("refund-purchase", { id: purchase.id, reason: "The brushes were too soft." })
  assert.deepEqual([refund.status, refund.body.state], [200, "refunding"])
  assert.notEqual((await world.visit(deliveryPath)).status, 200)
  await runDueJobs(world.app, jobs)
  const after = (await read("get-purchase", { id: purchase.id })).body
  assert.deepEqual([after.state, after.refundedCents, after.deliveryUrl], ["refunded", 2400, null])
  assert.equal((await change("refund-purchase", { id: purchase.id })).body.refundedCents, 2400)
})

test("403 for a member who tries to move money or read codes, and 200 for a member's actions", async (t) => {
  const { world, owner } = await studio(t)
  const { shortKey } = await sellSomething(world, owner)
  await buy(world, shortKey)
  const member = await consoleOf(world, "member@studio.example")
  const [purchase] = (await member.read("list-purchases")).body.items

  for (const name of ["refund-purchase", "revoke-delivery", "restore-delivery"]) {
    assert.equal((await member.change(name, { id: purchase.id })).status, 403, name)
  }
  for (const name of ["list-gift-codes", "list-payment-accounts", "list-own-unclear-money"]) {
    assert.equal((await member.read(name)).status, 403, name)
  }
  assert.equal((await member.change("resend-receipt", { id: purchase.id })).status, 200)
  assert.equal((await owner.read("get-purchase", { id: purchase.id })).body.state, "fulfilled")
})

test("400 beside the field for a price that no card is charged, and nothing is made", async (t) => {
  const { owner } = await studio(t)

  for (const priceCents of [1, -1, null]) {
    const refused = await owner.change("create-offer", { title: "Brush set", priceCents, currency: "usd" })
    assert.deepEqual([refused.status, refused.body.error.field], [400, "priceCents"])
  }
  assert.deepEqual((await owner.read("list-offers")).body.items, [])
})

test("200 with the first reads of each handover page in its document", async (t) => {
  const { world, owner } = await studio(t)
  const { id } = await sellSomething(world, owner)

  for (const [path, names] of [
    ["/studio/offers", ["list-offers", "get-selling"]],
    [`/studio/offers/${id}`, ["get-own-offer", "get-own-workspace", "get-selling"]],
    ["/studio/purchases", ["list-purchases", "get-revenue", "list-offers"]],
    ["/studio/gift-codes", ["list-gift-codes", "list-offers"]],
    ["/studio/unclear-money", ["list-own-unclear-money"]],
    ["/studio/settings/payouts", ["list-payment-accounts", "get-selling"]],
  ] as const) {
    const { status, island } = await owner.browser.visit(path)
    assert.equal(status, 200, path)
    assert.deepEqual(
      island.firstData.map(([{ name }]: [{ name: string }, unknown]) => name),
      ["count-notifications", ...names],
      path,
    )
  }
})
