import assert from "node:assert/strict"
import { test } from "node:test"
import { anonymous } from "#access/context.ts"
import { readMessage } from "#adapters/mail/read-message.ts"
import { editWorkspace } from "#domains/workspaces/index.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { mailSeller } from "../seller-mails/mail-seller.ts"
import { deliveryLink, deliveryUrl } from "./delivery.ts"
import { mailClaim } from "./mail-claim.ts"
import { mailReceipt, mailSlowRefund } from "./mail-receipt.ts"
import { requestClaim } from "./request-claim.ts"
import { requestReceipt } from "./request-receipt.ts"

const sent = (studio: World) => studio.mails().map(readMessage)

async function waitingJobs(studio: World): Promise<{ kind: string; payload: unknown }[]> {
  const rows = await studio.cx.db.selectFrom("jobs").select(["kind", "payload"]).orderBy("created_at").execute()
  return rows.map(({ kind, payload }) => ({ kind, payload: JSON.parse(payload) }))
}

onSqlite("the receipt has the purchase, the price and the delivery link", async (t, kind) => {
  const studio = await world(t, kind)
  const offer = await offerOnSale(studio)
  const purchase = await insertPurchase(studio, offer, { discount_cents: 500, amount_cents: 1400, charged_cents: 1400 })

  await mailReceipt(studio.cx, { purchaseId: purchase.id, resend: 0 })

  assert.deepEqual(await waitingJobs(studio), [], "the receipt is not sent again")
  const [mail, ...others] = sent(studio)
  assert.equal(others.length, 0)
  assert.equal(mail?.to, "bo@example.com")
  assert.equal(mail?.subject, "Your receipt for Type specimen")
  for (const said of [
    "Open your 2 files of “Type specimen” from Studio Ada.",
    "Files: specimen.txt, license.txt",
    "Price: $19.00",
    "Gift code: −$5.00",
    "Paid: $14.00",
    "Date: 20 November 2026",
    deliveryUrl(studio.cx, purchase),
    "This was a test purchase. No money moved.",
    "Sent by Atelier for Studio Ada.",
  ]) {
    assert.ok(mail?.text.includes(said), `${said} is missing in:\n${mail?.text}`)
  }
  assert.ok(mail?.html.includes(`href="${deliveryUrl(studio.cx, purchase)}"`))
})

test("a currency without decimals is written without them", async (t) => {
  const studio = await world(t)
  const offer = await offerOnSale(studio, { currency: "jpy" })
  const purchase = await insertPurchase(studio, offer, { currency: "jpy" })

  await mailReceipt(studio.cx, { purchaseId: purchase.id, resend: 0 })

  const text = String(sent(studio)[0]?.text)
  assert.match(text, /Paid: ¥1,900\n/)
  assert.doesNotMatch(text, /Gift code/, "none was used")
})

test("a title with markup is text in both parts of the mail", async (t) => {
  const studio = await world(t)
  const offer = await offerOnSale(studio, { title: '<img src=x onerror="alert(1)"> & sons' })
  const purchase = await insertPurchase(studio, offer)

  await mailReceipt(studio.cx, { purchaseId: purchase.id, resend: 0 })

  const [mail] = sent(studio)
  assert.equal(mail?.subject, 'Your receipt for <img src=x onerror="alert(1)"> & sons')
  assert.ok(!mail?.html.includes("<img"))
  assert.ok(mail?.html.includes("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; sons"))
})

test("a receipt is mailed once, and a resent one is another message with the same text", async (t) => {
  const studio = await world(t)
  const purchase = await insertPurchase(studio, await offerOnSale(studio))

  for (const resend of [0, 0, 1]) await mailReceipt(studio.cx, { purchaseId: purchase.id, resend })

  const [first, resent, ...others] = sent(studio)
  assert.deepEqual(others, [])
  assert.notEqual(first?.id, resent?.id)
  assert.equal(first?.text, resent?.text)
})

onSqlite("a receipt that is mailed after a refund is about the refund and has no link", async (t, kind) => {
  const studio = await world(t, kind)
  const offer = await offerOnSale(studio)
  const ended = { delivery_revoked_at: 1, reason: "Paid too late." }
  const refunding = await insertPurchase(studio, offer, { state: "refunding", ...ended })
  const refunded = await insertPurchase(studio, offer, { state: "refunded", ...ended })
  for (const { id } of [refunding, refunded]) await mailReceipt(studio.cx, { purchaseId: id, resend: 0 })
  assert.deepEqual(valuesOf(sent(studio), "subject"), ["Your refund for Type specimen"], "one mail, when it is done")

  for (const { id } of [refunding, refunded]) await mailSlowRefund(studio.cx, { purchaseId: id })
  await mailReceipt(studio.cx, { purchaseId: refunding.id, resend: 1 }) // somebody asked for it
  const mails = sent(studio)
  assert.deepEqual(valuesOf(mails, "subject"), [
    "Your refund for Type specimen",
    "Refund started for Type specimen",
    "Refund started for Type specimen",
  ])
  for (const mail of mails) {
    assert.match(mail.text, /Reason: Paid too late\./)
    assert.doesNotMatch(`${mail.text}${mail.html}`, /\/delivery\/|class="button" href/)
  }
  assert.doesNotMatch(String(mails[1]?.text), /was refunded/)
})

test("a buyer's mail is from the seller by name; replies go to a contact that a member signs in with", async (t) => {
  const studio = await world(t)
  const { act, cx } = studio
  const purchase = await insertPurchase(studio, await offerOnSale(studio))
  let resend = 0
  const receive = async (contact: string | null) => {
    resend += 1
    await act("admin", editWorkspace, { contact })
    await mailReceipt(cx, { purchaseId: purchase.id, resend })
    return sent(studio).at(-1)
  }

  const mail = await receive("Owner@studio.example")
  assert.equal(mail?.from, "Studio Ada <atelier@localhost.localdomain>")
  assert.equal(mail?.replyTo, "Owner@studio.example")
  assert.match(String(mail?.html), /<td class="text" [^>]*>Studio Ada<\/td>/)
  for (const unconfirmed of ["help@elsewhere.example", "https://studio.example/help", null]) {
    assert.equal((await receive(unconfirmed))?.replyTo, "", String(unconfirmed))
  }

  await studio.app.database.transaction((db) =>
    db.updateTable("workspaces").set({ logo_key: "logo_1" }).where("id", "=", studio.workspaceId).execute(),
  )
  assert.match(
    String((await receive(null))?.html),
    /<img src="http:\/\/localhost:3000\/logos\/logo_1\.png" alt="" [^>]*><\/td><td [^>]*>Studio Ada</,
  )
})

test("a mail to an unverified address has the brand as its sender, and no contact of the seller's", async (t) => {
  const studio = await world(t)
  await studio.act("admin", editWorkspace, { contact: "owner@studio.example" })
  const gift = { state: "comped", charged_cents: 0, buyer_email: "stranger@example.com" } as const
  const purchase = await insertPurchase(studio, await offerOnSale(studio), gift)

  await mailReceipt(studio.cx, { purchaseId: purchase.id, resend: 0 })

  const [mail] = sent(studio)
  assert.deepEqual([mail?.from, mail?.replyTo], ["Atelier <atelier@localhost.localdomain>", ""])
  assert.doesNotMatch(`${mail?.text}${mail?.html}`, /owner@studio/)
})

test("the mail about a free purchase does not say that no money moved", async (t) => {
  const studio = await world(t)
  const purchase = await insertPurchase(studio, await offerOnSale(studio), { amount_cents: 0, charged_cents: 0 })

  await mailReceipt(studio.cx, { purchaseId: purchase.id, resend: 0 })

  assert.match(String(sent(studio)[0]?.text), /Sent by Atelier for Studio Ada\./)
  assert.doesNotMatch(String(sent(studio)[0]?.text), /test purchase/)
})

onSqlite("an unpaid purchase, or one without an address, mails nothing to a buyer", async (t, kind) => {
  const studio = await world(t, kind)
  const offer = await offerOnSale(studio)
  const open = await insertPurchase(studio, offer, { state: "open", charged_cents: 0 })
  const nameless = await insertPurchase(studio, offer, { state: "comped", buyer_email: null })

  for (const { id } of [open, nameless, { id: "purchase_none" }]) {
    await mailReceipt(studio.cx, { purchaseId: id, resend: 0 })
    await mailClaim(studio.cx, { purchaseId: id, request: 1 })
  }

  assert.deepEqual(sent(studio), [])
})

onSqlite("only the owners are mailed about a sale", async (t, kind) => {
  const studio = await world(t, kind)
  const purchase = await insertPurchase(studio, await offerOnSale(studio))

  for (const event of ["sold", "refunded", "disputed", "oversold"] as const) {
    await mailSeller(studio.cx, { purchaseId: purchase.id, event })
  }

  const mails = sent(studio)
  assert.deepEqual(new Set(mails.map((mail) => mail.to)), new Set(["owner@studio.example"]))
  assert.deepEqual(valuesOf(mails, "subject"), [
    "Sold: Type specimen for $19.00",
    "Refunded: Type specimen",
    "Disputed: Type specimen",
    "Paid too late, refunding: Type specimen",
  ])
  assert.match(String(mails[0]?.text), /Buyer: bo@example\.com\n/)
  const url = `http://localhost:3000/studio/purchases?open=${purchase.id}`
  for (const mail of mails) {
    assert.equal(mail.from, "Atelier <atelier@localhost.localdomain>")
    assert.doesNotMatch(mail.text + mail.html, /\/delivery\//)
    assert.ok(mail.text.includes(`View purchase:\n${url}\n`))
    assert.ok(mail.html.includes(`<a class="button" href="${url}"`))
  }
})

onSqlite("a claim mails the link to the stored address; the answer never differs", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, cx } = studio
  const offer = await offerOnSale(studio)
  const purchase = await insertPurchase(studio, offer)
  const nameless = await insertPurchase(studio, offer, { buyer_email: null })

  const ids = [purchase.id, nameless.id, "purchase_none", "", "é\u0000"]
  const answers = await Promise.all(ids.map((purchaseId) => act(anonymous, requestClaim, { purchaseId })))

  assert.deepEqual(
    answers,
    ids.map(() => ({ accepted: true })),
  )
  const jobs = await waitingJobs(studio)
  assert.equal(jobs.length, 1)
  await mailClaim(cx, jobs[0]?.payload as { purchaseId: string; request: number })
  const [mail] = sent(studio)
  assert.equal(mail?.to, "bo@example.com")
  assert.equal(mail?.subject, "Your files: Type specimen")
  assert.ok(mail?.text.includes(deliveryUrl(cx, purchase)))
})

onBothDatabases("a purchase is claimed three times an hour, an address six times", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, app } = studio
  const offer = await offerOnSale(studio)
  const purchases: { id: string }[] = []
  for (let index = 0; index < 4; index += 1) purchases.push(await insertPurchase(studio, offer))
  let mails = 0
  for (const { id } of purchases.flatMap((purchase) => Array.from({ length: 5 }, () => purchase))) {
    await act(anonymous, requestClaim, { purchaseId: id })
    mails += (await waitingJobs(studio)).length
    await app.database.transaction((db) => db.deleteFrom("jobs").execute())
  }

  assert.equal(mails, 6)
})

onBothDatabases("the delivery link sends the receipt again, three times an hour", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, cx } = studio
  const purchase = await insertPurchase(studio, await offerOnSale(studio))
  const link = deliveryLink(cx, purchase)

  for (let index = 0; index < 3; index += 1) await act(anonymous, requestReceipt, { link })

  await assert.rejects(act(anonymous, requestReceipt, { link }), { code: "rate_limited" })
  assert.deepEqual(
    valuesOf(await waitingJobs(studio), "payload"),
    [1, 2, 3].map((resend) => ({ purchaseId: purchase.id, resend })),
  )
  await assert.rejects(act(anonymous, requestReceipt, { link: `${purchase.id}.${"A".repeat(43)}` }), {
    code: "not_found",
  })
})

onSqlite("a purchase without an address has no receipt to send", async (t, kind) => {
  const studio = await world(t, kind)
  const gift = { state: "comped", buyer_email: null, charged_cents: 0 } as const
  const purchase = await insertPurchase(studio, await offerOnSale(studio), gift)

  const sending = studio.act(anonymous, requestReceipt, { link: deliveryLink(studio.cx, purchase) })

  await assert.rejects(sending, { code: "conflict" })
})
