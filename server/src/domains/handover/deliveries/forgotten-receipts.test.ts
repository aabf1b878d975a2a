import assert from "node:assert/strict"
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { hourMs } from "#kernel/time/units.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { openTill } from "#test/support/selling/till.ts"
import { getPurchase } from "./get-purchase.ts"
import { mailForgottenReceipts } from "./mail-receipt.ts"

/** A till whose mails cannot be written until `mend` is called. */
async function mutedTill(...place: Parameters<typeof openTill>) {
  const till = await openTill(...place)
  const outbox = join(till.folder, "outbox")
  rmSync(outbox, { recursive: true, force: true })
  writeFileSync(outbox, "")
  const mend = () => {
    rmSync(outbox)
    mkdirSync(outbox)
  }
  const sellTo = async (buyerEmail: string) => {
    const { sessionId = "" } = await till.checkout({ buyerEmail })
    await till.sandbox.pay(sessionId, { card: "4242424242424242" })
    await till.verify(sessionId)
  }
  const mailsTo = (buyer: string) => till.mails().filter((mail) => mail.includes(`To: ${buyer}`)).length
  const receipts = () =>
    till.app.database.read.selectFrom("jobs").selectAll().where("kind", "=", "mail-receipt").execute()
  return { ...till, sellTo, mailsTo, receipts, mend }
}

onBothDatabases("a receipt is retried for at least two days, and sent once mail works again", async (t, kind) => {
  const till = await mutedTill(t, kind)
  await till.sellTo("bo@example.com")
  for (let hours = 0; hours < 48; hours++) {
    await till.work()
    till.clock.advance(hourMs)
  }
  assert.equal((await till.receipts())[0]?.dead_at, null)
  till.mend()
  await till.work()

  assert.equal(till.mailsTo("bo@example.com"), 1)
})

onBothDatabases("a delivered purchase whose buyer was never mailed is found, and mailed once", async (t, kind) => {
  const till = await mutedTill(t, kind)
  for (const buyer of ["bo", "cy"]) await till.sellTo(`${buyer}@example.com`)
  await till.app.database.transaction((db) => db.deleteFrom("jobs").where("kind", "=", "mail-receipt").execute())
  till.mend()
  await mailForgottenReceipts(till.cx)
  assert.equal((await till.receipts()).length, 0, "the first hour belongs to the jobs")
  till.clock.advance(hourMs)

  await mailForgottenReceipts(till.cx)
  await mailForgottenReceipts(till.cx)
  assert.equal((await till.receipts()).length, 2)
  await till.work()
  await mailForgottenReceipts(till.cx)
  await till.work()

  assert.deepEqual([till.mailsTo("bo@example.com"), till.mailsTo("cy@example.com")], [1, 1])
  const [{ id } = { id: "" }] = await till.purchases()
  assert.equal((await till.act("member", getPurchase, { id })).receiptMailedAt, till.clock.now())
})

onBothDatabases("a receipt whose job still waits is not enqueued twice", async (t, kind) => {
  const till = await mutedTill(t, kind)
  await till.sellTo("bo@example.com")
  await till.work()
  till.clock.advance(2 * hourMs)

  await mailForgottenReceipts(till.cx)

  assert.equal((await till.receipts()).length, 1)
})
