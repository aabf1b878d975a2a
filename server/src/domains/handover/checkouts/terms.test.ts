import assert from "node:assert/strict"
import { anonymous } from "#access/context.ts"
import { readMessage } from "#adapters/mail/read-message.ts"
import { editOffer, getDelivery, getOfferPage } from "#domains/handover/index.ts"
import { editWorkspace } from "#domains/workspaces/index.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { browser, openTill, type Till } from "#test/support/selling/till.ts"

const agreed = { licence: "Use it\nanywhere.", refundTerms: "Within 14 days.", taxLine: "incl. 19 % VAT" }

/** Buys with a card, and returns the delivery as its link opens it. */
async function buy(till: Till, buyerEmail: string) {
  const by = browser()
  const { sessionId = "" } = await till.checkout({ buyerEmail }, by)
  await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  const { deliveryUrl } = await till.verify(sessionId, by)
  const link = deliveryUrl?.split("/").at(-1) ?? ""
  return { open: () => till.act(anonymous, getDelivery, { link }) }
}

onSqlite("a buyer keeps the terms as they were when they bought", async (t, kind) => {
  const till = await openTill(t, kind)
  const { id, key } = till.offer
  const before = await buy(till, "ann@example.com")
  await till.act("member", editOffer, { id, ...agreed, licence: `${agreed.licence}\n` })
  const { terms } = await till.act(anonymous, getOfferPage, { key })
  assert.deepEqual(terms, agreed)
  const { open } = await buy(till, "bo@example.com")

  await till.act("member", editOffer, { id, licence: "Not at all.", refundTerms: null })
  assert.deepEqual((await open()).terms, agreed)
  assert.deepEqual((await before.open()).terms, { licence: null, refundTerms: null, taxLine: null })
  const after = await till.act(anonymous, getOfferPage, { key })
  assert.deepEqual(after.terms, { ...agreed, licence: "Not at all.", refundTerms: null })
})

onBothDatabases("a checkout fixes the terms when it begins, not when it is paid", async (t, kind) => {
  const till = await openTill(t, kind)
  const { id } = till.offer
  await till.act("member", editOffer, { id, ...agreed })
  const by = browser()
  const { sessionId = "" } = await till.checkout({}, by)
  await till.act("member", editOffer, { id, licence: "Changed.", taxLine: null })

  await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  const { deliveryUrl } = await till.verify(sessionId, by)

  const { terms } = await till.act(anonymous, getDelivery, { link: deliveryUrl?.split("/").at(-1) ?? "" })
  assert.deepEqual(terms, agreed)
})

onSqlite("the tax line and the contact are on a paid receipt", async (t, kind) => {
  const till = await openTill(t, kind)
  await till.act("member", editOffer, { id: till.offer.id, ...agreed })
  await till.act("admin", editWorkspace, { contact: "help@studio.example" })
  await till.addGiftCode("GIFT-FULL", { kind: "full", balance_cents: 0 })
  await buy(till, "bo@example.com")
  await till.gift({ code: "GIFT-FULL", buyerEmail: "stranger@example.com" })
  await till.work()

  const mails = till.mails().map(readMessage)
  const paid = mails.find(({ to }) => to === "bo@example.com")?.text ?? ""
  assert.match(paid, /Paid: \$19\.00\nTax: incl\. 19 % VAT\n/)
  assert.match(paid, /Contact Studio Ada at help@studio\.example/)
  const given = mails.find(({ to }) => to === "stranger@example.com")?.text ?? ""
  assert.match(given, /from Studio Ada, free\./)
  assert.doesNotMatch(given, /VAT|help@studio/, "a mail that nobody asked for leads nowhere of the seller's choice")
})

onBothDatabases("terms that are too long are refused at their field, and change nothing", async (t, kind) => {
  const till = await openTill(t, kind)
  const { id, key } = till.offer
  for (const [field, text] of [
    ["licence", "x".repeat(5001)],
    ["refundTerms", "x".repeat(2001)],
    ["taxLine", "x".repeat(121)],
  ] as const) {
    await assert.rejects(till.act("member", editOffer, { id, [field]: text }), { code: "invalid_request", field })
  }
  const { terms } = await till.act(anonymous, getOfferPage, { key })
  assert.deepEqual(terms, { licence: null, refundTerms: null, taxLine: null })
})
