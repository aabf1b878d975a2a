import assert from "node:assert/strict"
import { hourMs, minuteMs } from "#kernel/time/units.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { mailsTo } from "#test/support/formats/mails-to.ts"
import { openTill, type Till } from "#test/support/selling/till.ts"

const buyer = "bo@example.com"

const subjects = (till: Till) => mailsTo(till, buyer).map(({ subject }) => subject)

/** Pays by a bank's debit two minutes before midnight; the bank answers four minutes later. */
async function payByDebit(till: Till, iban: string): Promise<void> {
  till.clock.advance(12 * hourMs - 2 * minuteMs)
  const { sessionId = "" } = await till.checkout({ buyerEmail: buyer })
  await till.sandbox.pay(sessionId, { card: iban })
  await till.deliver()
  await till.work()
}

onBothDatabases(
  "a buyer is mailed while a debit is on its way, and gets a receipt of the payment's day",
  async (t, kind) => {
    const till = await openTill(t, kind)
    await payByDebit(till, "DE89370400440532013000")

    const [pending, ...others] = mailsTo(till, buyer)
    assert.equal(others.length, 0)
    assert.equal(pending?.subject, "We have your order")
    assert.match(pending?.text ?? "", /Your bank may take several days\./)
    assert.match(pending?.text ?? "", /To pay: \$19\.00\nOrdered: 20 November 2026\n/)
    assert.doesNotMatch(pending?.text ?? "", /\/delivery\//)
    assert.equal((await till.purchases())[0]?.receipt_mailed_at, null, "it is no receipt")

    till.clock.advance(4 * minuteMs)
    await till.deliver()
    await till.work()
    assert.deepEqual(subjects(till), ["We have your order", "Your receipt for Type specimen"])
    assert.match(mailsTo(till, buyer)[1]?.text ?? "", /Date: 21 November 2026\n/)
  },
)

onBothDatabases("a buyer is mailed that a debit has failed days later, once", async (t, kind) => {
  const till = await openTill(t, kind)
  await payByDebit(till, "DE62370400440532013001")
  till.clock.advance(4 * minuteMs)
  for (let round = 0; round < 2; round += 1) {
    await till.deliver()
    await till.reconcile()
  }

  assert.equal((await till.purchases())[0]?.state, "failed")
  assert.deepEqual(subjects(till), ["We have your order", "Your payment failed"])
  assert.match(mailsTo(till, buyer)[1]?.text ?? "", /so nothing was bought and your order has ended\./)
})

onBothDatabases("a card that fails on the page, or a checkout that is left, causes no mail", async (t, kind) => {
  const till = await openTill(t, kind)
  const { sessionId = "" } = await till.checkout({ buyerEmail: buyer })
  await till.sandbox.pay(sessionId, { card: "4000000000000002" }).catch(() => {})
  till.clock.advance(2 * hourMs)
  await till.reconcile()

  assert.equal((await till.purchases())[0]?.state, "expired")
  assert.deepEqual(subjects(till), [])
})

onBothDatabases("each part refund is mailed with its sum, and the last one as the refund of all", async (t, kind) => {
  const till = await openTill(t, kind)
  const { sessionId = "" } = await till.checkout({ buyerEmail: buyer })
  await till.sandbox.pay(sessionId, { card: "4242424242424242" })
  await till.deliver()
  await till.work()
  const paymentId = (await till.purchases())[0]?.payment_id ?? ""
  for (const amountCents of [500, 400, 1_000]) {
    const part = { paymentId, amountCents, idempotencyKey: `part-${amountCents}` }
    await till.sandbox.refund({ id: "installation" }, part)
    for (let round = 0; round < 2; round += 1) {
      await till.deliver()
      await till.reconcile()
    }
  }

  const [, first, second, whole, ...others] = mailsTo(till, buyer)
  assert.equal(others.length, 0)
  assert.equal(first?.subject, "Part of your payment was refunded: Type specimen")
  assert.match(first?.text ?? "", /Studio Ada refunded \$5\.00 of the \$19\.00 that you paid/)
  assert.match(first?.text ?? "", /You keep your files/)
  assert.match(second?.text ?? "", /Studio Ada refunded \$9\.00 of the \$19\.00 that you paid/)
  assert.equal(whole?.subject, "Your refund for Type specimen")
})
