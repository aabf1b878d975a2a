import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { anonymous } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { MailError, type MailMessage, type MailVerdict } from "#adapters/mail/port.ts"
import { requestSignIn } from "#domains/accounts/index.ts"
import { mailsEachReader } from "#domains/mails/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { enqueue } from "#jobs/job-store.ts"
import { upstreamError } from "#kernel/error.ts"
import { dayMs, minuteMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onSqlite } from "#test/support/databases/test-databases.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { world } from "#test/support/worlds/world.ts"

const owner = "owner@studio.example"

/** A studio whose mail server does what `answer` says; undefined takes the message. */
async function open(t: TestContext, answer: (message: MailMessage) => MailVerdict | Error | undefined) {
  const studio = await world(t)
  const tried: MailMessage[] = []
  const mail = {
    async send(message: MailMessage) {
      tried.push(message)
      const verdict = answer(message)
      if (verdict instanceof Error) throw verdict
      if (verdict) throw new MailError(verdict, { step: "reader", code: 550, status: "5.1.1", words: "No such user" })
    },
    close: async () => {},
  }
  const app = { ...studio.app, mail }
  const offer = await offerOnSale(studio)
  return {
    ...{ studio, app, tried },
    toOwner: () => tried.filter(({ to }) => to === owner).length,
    signIn: (email: string) =>
      perform({ app, caller: anonymous }, requestSignIn, { email, returnTo: "/", browser: "b", network: "192.0.2.7" }),
    async sell(kind: "mail-seller" | "mail-receipt", buyer_email = "bo@example.com") {
      const { id: purchaseId } = await insertPurchase(studio, offer, { buyer_email })
      await app.database.transaction(async (db) => {
        const cx = { db, now: studio.clock.now }
        if (kind === "mail-seller") await enqueue(cx, kind, { payload: { purchaseId, event: "sold" } })
        else await enqueue(cx, kind, { payload: { purchaseId, resend: 0 } })
      })
    },
    async work(ms = 0) {
      studio.clock.advance(ms)
      await runDueJobs(app, jobs)
    },
    rows: () => studio.cx.db.selectFrom("mails").select(["address", "state", "words"]).orderBy("id").execute(),
  }
}

onSqlite("a sign-in is sent as awaited, and after a lost connection tried again after two minutes", async (t) => {
  let verdict: MailVerdict | undefined = "lost"
  const { tried, signIn, sell, work } = await open(t, () => verdict)
  await signIn("new@example.com")
  await work()
  verdict = undefined
  await work(2 * minuteMs - 1)
  assert.equal(tried.length, 1)
  await work(1)
  await sell("mail-receipt")
  await work()
  assert.deepEqual(valuesOf(tried, "isAwaited"), [true, true, false])
})

onSqlite("a fault that is no answer of a mail server is tried again", async (t) => {
  let fault: Error | undefined = upstreamError("The mail server")
  const { signIn, work, rows } = await open(t, () => fault)
  await signIn("new@example.com")
  await work()
  assert.deepEqual(await rows(), [
    { address: "new@example.com", state: "waiting", words: "The mail server is unavailable." },
  ])
  fault = undefined
  await work(minuteMs)
  assert.deepEqual(await rows(), [{ address: "new@example.com", state: "taken", words: null }])
})

onSqlite(
  "failures of one address are counted in any case, and only the latest mails with an answer count",
  async (t) => {
    let verdict: MailVerdict | undefined
    const { toOwner, sell, work, rows } = await open(t, () => verdict)
    await sell("mail-seller")
    await work(minuteMs)
    verdict = "refused"
    for (const buyer of ["Owner@studio.example", "OWNER@studio.example"]) {
      await sell("mail-receipt", buyer)
      await work(minuteMs)
    }
    await sell("mail-seller")
    await work(minuteMs)
    assert.deepEqual(new Set(valuesOf(await rows(), "address")), new Set([owner]))
    verdict = "later"
    await sell("mail-receipt", owner)
    await work(minuteMs)
    verdict = undefined
    const before = toOwner()
    await sell("mail-seller")
    await work()
    assert.equal(toOwner(), before, "three in a row came back, and the receipt that waits says nothing yet")
  },
)

onSqlite("the page of a purchase is refreshed when its receipt is refused", async (t) => {
  const { app, sell, work } = await open(t, () => "refused")
  const changes = async () =>
    (await app.database.read.selectFrom("changes").select("kind").where("kind", "=", "purchases").execute()).length
  await sell("mail-receipt")
  const before = await changes()
  await work()
  assert.ok((await changes()) > before)
})

onSqlite("a round with one reader is marked before its mail is sent", async (t) => {
  const { studio, app, tried } = await open(t, () => undefined)
  let marks = 0
  const round = mailsEachReader("mail-reports", async () => ({
    ...{ id: "round", about: "reports", workspaceId: null, readers: [{ id: "r", email: "one@example.com" }] },
    write: () => assert.fail("the reader has a job of their own"),
    mark: async () => {
      marks += 1
    },
  }))
  await round({ ...studio.cx, mail: app.mail }, {})
  const queued = await app.database.read.selectFrom("jobs").select(["kind", "payload"]).execute()
  assert.deepEqual([marks, tried.length], [1, 0])
  assert.deepEqual(queued, [{ kind: "mail-reports", payload: JSON.stringify({ reader: "r", at: studio.clock.now() }) }])
})

onSqlite("the row of a mail is kept for 90 days", async (t) => {
  const { studio, sell, work, rows } = await open(t, () => undefined)
  await sell("mail-receipt")
  await work()
  studio.clock.advance(90 * dayMs - 1)
  await sweepTables(studio.cx, "mails")
  assert.equal((await rows()).length, 1)
  studio.clock.advance(1)
  await sweepTables(studio.cx, "mails")
  assert.equal((await rows()).length, 0)
})
