import assert from "node:assert/strict"
import { test } from "node:test"
import { anonymous } from "#access/context.ts"
import { silentExchange } from "#access/exchange.ts"
import { perform } from "#access/perform.ts"
import { readMessage } from "#adapters/mail/read-message.ts"
import { readSettings } from "#config/settings.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { enqueue } from "#jobs/job-store.ts"
import { hourMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { mailsTo } from "#test/support/formats/mails-to.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { browser, openTill, tillOf } from "#test/support/selling/till.ts"
import { world } from "#test/support/worlds/world.ts"
import { mailSales } from "../seller-mails/mail-sales.ts"
import { mailSeller } from "../seller-mails/mail-seller.ts"
import { singleMails, tellSale } from "../seller-mails/tell-sale.ts"
import { deliveryLink } from "./delivery.ts"
import { mailReceipt, mailSlowRefund } from "./mail-receipt.ts"
import { requestClaim } from "./request-claim.ts"
import { requestReceipt } from "./request-receipt.ts"

const perNetwork = 30
const { addressMails: perAddress, offerMails: strangersPerOffer, ...usual } = readSettings({}).limits

const tooMany = { code: "rate_limited", hint: /minutes/ }

test("one network requests as many mails an hour as the setting says, gifts and claims together", async (t) => {
  const till = await openTill(t)
  Object.assign(till.app, { limits: { ...till.app.limits, networkMails: perNetwork } })
  const codeId = await till.addGiftCode("GIFT-FULL", { kind: "full", balance_cents: 0 })
  const from = (network: string) => browser({ network })
  for (let index = 1; index < perNetwork; index += 1) {
    await till.gift({ code: "GIFT-FULL", buyerEmail: `bo${index}@example.com` }, from("192.0.2.1"))
  }
  const [first] = await till.purchases()
  const claim = { purchaseId: first?.id ?? "" }
  const asking = { ...silentExchange, network: "192.0.2.1" }
  await perform({ app: till.app, caller: anonymous, exchange: asking }, requestClaim, claim)

  const stranger = { code: "GIFT-FULL", buyerEmail: "stranger@example.com" }
  await assert.rejects(till.gift(stranger, from("192.0.2.1")), tooMany)
  await assert.rejects(perform({ app: till.app, caller: anonymous, exchange: asking }, requestClaim, claim), tooMany)
  await assert.rejects(
    perform({ app: till.app, caller: anonymous, exchange: asking }, requestClaim, { purchaseId: "purchase_none" }),
    tooMany,
  )
  assert.equal((await till.purchases()).length, perNetwork - 1)
  assert.equal((await till.giftCode(codeId)).uses, perNetwork - 1)

  await till.gift({ code: "GIFT-FULL" }, from("192.0.2.1")) // it asks for no mail
  await till.gift(stranger, from("198.51.100.1"))
})

test("an address gets six unpaid mails an hour, from all networks and offers together", async (t) => {
  const studio = await world(t)
  for (let index = 0; index < perAddress; index += 1) {
    const offer = await offerOnSale(studio, { priceCents: index % 2 === 0 ? 0 : 400 })
    const till = tillOf(studio, { id: offer.id, key: offer.shortKey ?? "" })
    await till.addGiftCode(`COVERS-${index}`)
    const wish = index % 2 === 0 ? {} : { giftCode: `COVERS-${index}` }
    assert.equal((await till.checkout(wish, browser({ network: `192.0.2.${index}` }))).alreadyOwned, false)
  }
  const offer = await offerOnSale(studio, { priceCents: 0 })
  const till = tillOf(studio, { id: offer.id, key: offer.shortKey ?? "" })

  await assert.rejects(till.checkout({ buyerEmail: "BO@example.com" }, browser({ network: "192.0.2.9" })), tooMany)
  assert.deepEqual(await till.purchases(), [])
  await till.checkout({ buyerEmail: "cy@example.com" })

  const sold = await insertPurchase(studio, offer)
  const link = deliveryLink(studio.cx, sold)
  await assert.rejects(perform({ app: studio.app, caller: anonymous }, requestReceipt, { link }), tooMany)
})

test("a paid checkout does not count", async (t) => {
  const till = await openTill(t)
  const by = browser({ network: "192.0.2.1" })
  for (let index = 0; index <= perNetwork; index += 1) {
    await till.checkout({ buyerEmail: `bo${index}@example.com` }, by)
  }
  assert.equal((await till.purchases()).length, perNetwork + 1)
})

onSqlite("a free purchase's receipt has a neutral subject until its address is verified", async (t, kind) => {
  const till = await openTill(t, kind, { priceCents: 0, title: "You have won, call 555" })
  await till.checkout({ buyerEmail: "stranger@example.com" })
  await till.checkout({ buyerEmail: "Owner@studio.example" }) // signed in once
  await till.work()
  const subjectTo = (address: string) => mailsTo(till, address).at(-1)?.subject

  assert.equal(subjectTo("stranger@example.com"), "Your files are ready")
  assert.equal(subjectTo("Owner@studio.example"), "Your receipt for You have won, call 555")

  const free = (await till.purchases()).find(({ buyer_email }) => buyer_email === "stranger@example.com")
  await perform({ app: till.app, caller: anonymous }, requestClaim, { purchaseId: free?.id ?? "" })
  await till.work()
  assert.equal(subjectTo("stranger@example.com"), "Your files are ready")

  const paid = await offerOnSale(till)
  await insertPurchase(till, paid, { buyer_email: "Stranger@example.com" })
  till.clock.advance(1)
  await perform({ app: till.app, caller: anonymous }, requestClaim, { purchaseId: free?.id ?? "" })
  await till.work()
  assert.equal(subjectTo("stranger@example.com"), "Your files: You have won, call 555")
})

test("above 300 mails an hour to strangers, an offer's mails wait for the next hour, unless paid for", async (t) => {
  const till = await openTill(t, "sqlite", { priceCents: 0 })
  let hits = 0
  const hit = async (what: string) => {
    if (what.startsWith("strangers-offer:")) hits += 1
    return { hits, resetMs: 1_000_000 }
  }
  const app = { ...till.app, counters: { ...till.app.counters, hit } }
  for (const name of ["first", "second"]) await till.checkout({ buyerEmail: `${name}@example.com` })
  const [first, second] = await till.purchases()
  await insertPurchase(till, await offerOnSale(till), { buyer_email: "paid@example.com" })
  hits = strangersPerOffer - 1
  await runDueJobs(app, jobs)
  const mailed = () =>
    till
      .mails()
      .map(readMessage)
      .map(({ to }) => to)
      .filter((to) => to !== "owner@studio.example")
  assert.equal(mailed().length, 1, "the 300th is sent, the next one is not")

  till.clock.advance(1_000_000 - 1)
  hits = 0
  await runDueJobs(app, jobs)
  assert.equal(mailed().length, 1)
  till.clock.advance(600_001)
  await runDueJobs(app, jobs)
  assert.deepEqual(mailed().sort(), [first?.buyer_email, second?.buyer_email].sort(), "each once")
})

onSqlite("a claim to a stranger waits for the next hour above the limit, and is sent once", async (t, kind) => {
  const till = await openTill(t, kind, { priceCents: 0 })
  await till.checkout({ buyerEmail: "bo@example.com" })
  await till.work()
  const [free] = await till.purchases()
  const hit = async (what: string) => ({
    hits: what.startsWith("strangers-offer:") ? strangersPerOffer + 1 : 1,
    resetMs: 1_000_000,
  })
  const full = { ...till.app, counters: { ...till.app.counters, hit } }
  await perform({ app: till.app, caller: anonymous }, requestClaim, { purchaseId: free?.id ?? "" })
  await runDueJobs(full, jobs)
  till.clock.advance(1_000_000 - 1)
  await till.work()
  assert.equal(mailsTo(till, "bo@example.com").length, 1)

  till.clock.advance(600_001)
  await till.work()
  assert.equal(mailsTo(till, "bo@example.com").length, 2)
})

test("above the installation's limit, mails to strangers wait, whatever the offer and the seller are", async (t) => {
  const till = await openTill(t, "sqlite", { priceCents: 0 })
  await till.checkout({ buyerEmail: "bo@example.com" })
  const hit = async (what: string) => ({
    hits: what === "strangers-installation" ? usual.installationMails + 1 : 1,
    resetMs: 1_000_000,
  })
  await runDueJobs({ ...till.app, counters: { ...till.app.counters, hit } }, jobs)
  assert.deepEqual(mailsTo(till, "bo@example.com"), [])

  till.clock.advance(1_600_001)
  await till.work()
  assert.equal(mailsTo(till, "bo@example.com").length, 1)
})

onSqlite("each waiting mail to a stranger is sent once in the next hour", async (t, kind) => {
  const till = await openTill(t, kind)
  const offer = await offerOnSale(till)
  const stranger = { buyer_email: "bo@example.com", charged_cents: 0 }
  const sold = await insertPurchase(till, offer, stranger)
  const refunding = await insertPurchase(till, offer, { ...stranger, state: "refunding" })
  const hit = async () => ({ hits: strangersPerOffer + 1, resetMs: 1_000_000 })
  const full = { ...till.cx, counters: { ...till.cx.counters, hit } }
  for (const resend of [0, 1, 2, 0, 1]) await mailReceipt(full, { purchaseId: sold.id, resend })
  for (const _ of [1, 2]) await mailSlowRefund(full, { purchaseId: refunding.id })
  till.clock.advance(1_000_000 - 1)
  await till.work()
  assert.deepEqual(mailsTo(till, "bo@example.com"), [])

  till.clock.advance(600_001)
  await till.work()
  const receipts = Array.from({ length: 3 }, () => "Your files are ready")
  assert.deepEqual(valuesOf(mailsTo(till, "bo@example.com"), "subject").sort(), [
    "Refund started for your purchase",
    ...receipts,
  ])
})

onSqlite(
  "a sale on test keys does not verify its address: mails to it stay within the limits for strangers",
  async (t, kind) => {
    const till = await openTill(t, kind, { priceCents: 0 })
    const counters = {
      ...till.app.counters,
      hit: async (what: string) => ({
        hits: what.startsWith("strangers-offer:") ? strangersPerOffer + 1 : 1,
        resetMs: 1_000_000,
      }),
    }
    const priced = await offerOnSale(till)
    for (const [mode, paying] of [
      ["test", true],
      ["live", true],
      ["none", false],
    ] as const) {
      const buyerEmail = `${mode}@example.com`
      await till.checkout({ buyerEmail })
      if (paying) await insertPurchase(till, priced, { buyer_email: buyerEmail, checkout_session_id: `cs_${mode}_1` })
    }

    await runDueJobs({ ...till.app, counters }, jobs)

    const readers = ["test", "live", "none"].filter((mode) => mailsTo(till, `${mode}@example.com`).length > 0)
    assert.deepEqual(readers, ["live"])
  },
)

onBothDatabases("fast sales after the first ten share one mail, each listed once", async (t, kind) => {
  const studio = await world(t, kind)
  const offer = await offerOnSale(studio)
  const sales: string[] = []
  const sell = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const { id } = await insertPurchase(studio, offer, { created_at: studio.clock.now() })
      sales.push(id)
      await studio.app.database.transaction((db) =>
        enqueue({ db, now: studio.clock.now }, "tell-sale", { payload: { purchaseId: id, by: null } }),
      )
    }
    await runDueJobs(studio.app, jobs)
  }
  const mails = () => studio.mails().map(readMessage)
  await sell(singleMails + 3)
  studio.clock.advance(hourMs / 2)
  await sell(2)
  // The job runs again, as after a crash.
  for (const purchaseId of sales) await mailSeller(studio.cx, { purchaseId, event: "refunded" })
  for (const purchaseId of sales) await tellSale(studio.cx, { purchaseId, by: null })
  await runDueJobs(studio.app, jobs)
  const single = mails().filter(({ subject }) => subject.startsWith("Sold"))
  assert.equal(single.length, singleMails)

  studio.clock.advance(hourMs / 2 - 1)
  await runDueJobs(studio.app, jobs)
  assert.equal(mails().filter(({ subject }) => subject.includes("more sale")).length, 0)
  studio.clock.advance(1)
  await sell(1) // it begins the next hour
  const [job] = await studio.cx.db
    .selectFrom("sale_notices")
    .select("window_at")
    .where("window_at", "is not", null)
    .execute()
  await mailSales(studio.cx, { workspaceId: studio.workspaceId, windowAt: job?.window_at ?? 0 })
  const [digest, ...others] = mails().filter(({ subject }) => subject.includes("more sale"))
  assert.equal(others.length, 0, "exactly one, though its job ran twice")
  assert.equal(digest?.to, "owner@studio.example")
  assert.equal(digest?.subject, "5 more sales")
  assert.match(digest?.text ?? "", /View purchases:\nhttp:\/\/localhost:3000\/studio\/purchases\n/)
  const saleMails = mails().filter(({ subject }) => subject.startsWith("Sold") || subject.includes("more sale"))
  for (const id of sales) {
    const count = saleMails.filter(({ text }) => text.includes(id)).length
    assert.equal(count, 1, `${id} is named once`)
  }
})

/** The HTML of a message as it is sent, with its encoding. */
const sentHtml = (eml: string) => /text\/html[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(eml)?.[1] ?? ""

test("the mail about 412 sales of an hour is sent with less than 90 kB of HTML, and links what it leaves out", async (t) => {
  const longest = `${"b".repeat(64)}@${"example.".repeat(23)}com`
  const cases: [title: string, buyer: string, shownAtLeast: number][] = [
    ["Gouache brushes", "bo@example.com", 100],
    ["春の筆セット".repeat(10), "bo@example.com", 90],
    ["印".repeat(200), longest, 60],
    ["👨‍👩‍👧‍👦".repeat(60), longest, 10],
    ['"=&<'.repeat(15), longest, 50],
  ]
  for (const [title, buyer_email, shownAtLeast] of cases) {
    const studio = await world(t)
    const offer = { ...(await offerOnSale(studio)), title }
    const { id: firstId, ...sale } = await insertPurchase(studio, offer, { buyer_email })
    const ids = Array.from({ length: 412 }, (_, n) => `${firstId}${n}`)
    const notice = { workspace_id: studio.workspaceId, notified_at: null, created_at: 1, window_at: 5 }
    const purchases = ids.map((id) => ({ ...sale, id }))
    const notices = ids.map((purchase_id) => ({ ...notice, purchase_id }))
    await studio.app.database.transaction(async (db) => {
      await db.insertInto("purchases").values(purchases).execute()
      await db.insertInto("sale_notices").values(notices).execute()
    })

    await mailSales(studio.cx, { workspaceId: studio.workspaceId, windowAt: 5 })
    await runDueJobs(studio.app, jobs)

    const [eml = ""] = studio.mails()
    const mail = readMessage(eml)
    assert.equal(mail.subject, "412 more sales")
    const bytes = Buffer.byteLength(sentHtml(eml))
    assert.ok(bytes < 90_000, `${title}: ${bytes}`)
    const shown = ids.filter((id) => mail.text.includes(`${id}\n`)).length
    assert.ok(shown >= shownAtLeast && shown <= 100, `${title}: ${shown}`)
    assert.deepEqual(mail.text.match(/^And .* more$/gm), [`And ${412 - shown} more`])
    assert.match(mail.html, new RegExp(`<a href="[^"]+/studio/purchases"[^>]*>And ${412 - shown} more</a>`))
    if (shown < 100) assert.ok(bytes > 40_000, `${title}: most of the room is used (${bytes})`)
  }
})
