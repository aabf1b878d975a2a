import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { anonymous } from "#access/context.ts"
import { type App, perform } from "#access/perform.ts"
import type { MailMessage, MailVerdict } from "#adapters/mail/port.ts"
import { getSignIn, requestSignIn } from "#domains/accounts/index.ts"
import {
  correctBuyerEmail,
  getBought,
  getPurchase,
  listBought,
  listPurchases,
  mailForgottenReceipts,
  requestClaim,
  requestReceipt,
  resendReceipt,
} from "#domains/handover/index.ts"
import { noteBounce } from "#domains/mails/index.ts"
import { getNotificationSettings, listNotifications, tryMailsAgain } from "#domains/notifications/index.ts"
import { getMailOverview, listDeadJobs, listFailedMails, retryDeadJob } from "#domains/operators/index.ts"
import { inviteMember, listInvitations } from "#domains/workspaces/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { enqueue } from "#jobs/job-store.ts"
import { hourMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { type DatabaseKind, onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { dyingApp } from "#test/support/processes/dying-app.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { mailServer } from "#test/support/stand-ins/mail-server.ts"
import { silentLog, world } from "#test/support/worlds/world.ts"

const operator = "owner@studio.example"

/** A studio whose mail server answers each address as `verdicts` says at the time. */
async function open(t: TestContext, kind: DatabaseKind, log: App["log"] = silentLog) {
  const studio = await world(t, kind, { operators: [operator], log })
  const verdicts: Record<string, MailVerdict | undefined> = {}
  const server = mailServer(studio.app, ({ to }) => verdicts[to])
  const offer = await offerOnSale(studio)
  return {
    ...studio,
    ...server,
    verdicts,
    /** Enqueues a mail to the buyer of a new purchase, and one about it to the owner. */
    async sell(changes: object = {}) {
      const { id } = await insertPurchase(studio, offer, changes)
      await studio.app.database.transaction(async (db) => {
        const cx = { db, now: studio.clock.now }
        await enqueue(cx, "mail-receipt", { payload: { purchaseId: id, resend: 0 } })
        await enqueue(cx, "mail-seller", { payload: { purchaseId: id, event: "sold" } })
      })
      return id
    },
    async work(hours = 0) {
      studio.clock.advance(hours * hourMs)
      await runDueJobs(server.app, jobs)
    },
    bounce: (mailId: string, isFinal = true) =>
      studio.app.database.transaction((db) =>
        noteBounce({ db, now: studio.clock.now }, { mailId, status: "5.2.2", words: "Over quota", isFinal }),
      ),
  }
}

const refused = { state: "refused", reason: "no-mailbox", words: "No such user" }

onBothDatabases(
  "a receipt that is refused is shown on its purchase, and the sellers are notified once",
  async (t, kind) => {
    const studio = await open(t, kind)
    studio.verdicts["bo@example.com"] = "refused"
    const id = await studio.sell()
    await studio.work()
    await studio.work(24)
    await mailForgottenReceipts(studio.cx)
    await studio.work()

    const at = studio.clock.now() - 24 * hourMs
    assert.deepEqual((await studio.act("member", getPurchase, { id })).mail, { ...refused, at })
    assert.deepEqual((await studio.act("member", listPurchases, {})).items[0]?.mail, { ...refused, at })
    assert.equal(studio.tried.filter(({ to }) => to === "bo@example.com").length, 1, "it is not tried again")
    const lines = (await studio.act("member", listNotifications, {})).items
    assert.deepEqual(valuesOf(lines, "sentence"), ["Could not be mailed to its buyer: Type specimen"])
  },
)

onBothDatabases(
  "a process killed while it notifies the sellers of a refused receipt counts it once",
  async (t, kind) => {
    const studio = await open(t, kind)
    studio.verdicts["bo@example.com"] = "refused"
    const listed = async () => valuesOf((await studio.act("member", listNotifications, {})).items, "sentence")
    let [isKilled, sales] = [true, 0]
    for (let at = 1; isKilled; at += 1) {
      await studio.sell()
      sales += 1
      const dying = dyingApp(studio.app, at)
      await runDueJobs(dying.app, jobs).catch(() => undefined)
      isKilled = dying.isAway
      for (const _ of [1, 2]) {
        studio.clock.advance(30_000)
        await runDueJobs(studio.app, jobs)
      }
    }
    assert.ok(sales > 20)
    assert.deepEqual(await listed(), [`${sales} mails to buyers did not arrive, latest: Type specimen`])
  },
)

onBothDatabases("a receipt that is never taken is tried for days, and then shown as refused", async (t, kind) => {
  const studio = await open(t, kind)
  studio.verdicts["bo@example.com"] = "later"
  const id = await studio.sell()
  await studio.work()
  const mailOf = async () => (await studio.act("member", getPurchase, { id })).mail
  assert.equal((await mailOf())?.state, "waiting")
  assert.equal((await studio.act("member", listNotifications, {})).items.length, 0)

  for (let tries = 1; tries < 120; tries += 1) await studio.work(1)
  assert.equal((await mailOf())?.state, "refused")
  assert.equal((await studio.act("member", listNotifications, {})).items.length, 1)
})

onBothDatabases("a mail at which the process is killed each time ends with a reason, like its job", async (t, kind) => {
  const studio = await open(t, kind)
  const id = await studio.sell()
  for (let tries = 1; tries <= 120; tries += 1) {
    let isKilled = false
    const transaction: App["database"]["transaction"] = (work) =>
      isKilled ? Promise.reject(new Error("killed")) : studio.app.database.transaction(work)
    const send = (message: MailMessage) => {
      if (message.to !== "bo@example.com") return studio.app.mail.send(message)
      isKilled = true
      return Promise.reject(new Error("killed"))
    }
    const mail = { ...studio.app.mail, send }
    await runDueJobs({ ...studio.app, mail, database: { ...studio.app.database, transaction } }, jobs)
    studio.clock.advance(hourMs)
  }
  const mailOf = async () => (await studio.act("member", getPurchase, { id })).mail
  assert.equal((await mailOf())?.state, "waiting")
  await studio.work()
  assert.deepEqual(await mailOf(), { state: "refused", reason: "service", words: null, at: studio.clock.now() })
  await studio.work()
  assert.equal((await studio.act("member", listNotifications, {})).items.length, 1)

  const [dead] = (await studio.act("owner", listDeadJobs, {})).items
  await studio.act("owner", retryDeadJob, { id: dead?.id ?? "" })
  await studio.work()
  assert.equal((await mailOf())?.state, "taken", "an operator's retry sends it")
})

onBothDatabases(
  "a mail that comes back is shown on its purchase, and a report of a delay ends nothing",
  async (t, kind) => {
    const studio = await open(t, kind)
    const id = await studio.sell()
    await studio.work()
    const receipt = studio.taken.find(({ to }) => to === "bo@example.com")
    const mailOf = async () => (await studio.act("member", getPurchase, { id })).mail
    assert.deepEqual(await mailOf(), { state: "taken", reason: null, words: null, at: studio.clock.now() })

    assert.equal(await studio.bounce(receipt?.id ?? "", false), true)
    assert.deepEqual(await mailOf(), { state: "taken", reason: "full", words: "Over quota", at: studio.clock.now() })
    studio.clock.advance(hourMs)
    assert.equal(await studio.bounce(receipt?.id ?? ""), true)
    await studio.work()
    assert.deepEqual(await mailOf(), { state: "bounced", reason: "full", words: "Over quota", at: studio.clock.now() })
    assert.equal((await studio.act("member", listNotifications, {})).items.length, 1)
    assert.equal(await studio.bounce(receipt?.id ?? ""), false, "a second report changes nothing")
    assert.equal(await studio.bounce("receipt-unknown"), false)
  },
)

onSqlite("a report finds its mail by the token of the envelope sender, in any case", async (t, kind) => {
  const studio = await open(t, kind)
  await studio.sell()
  await studio.work()
  const token = studio.taken[0]?.bounceToken?.toUpperCase() ?? ""
  assert.match(token, /^[0-9A-F]{24}$/, "with 39 characters before it and a plus, a local part has 64")
  const report = { token, words: "Gone", isFinal: true }
  const cx = (db: Parameters<Parameters<typeof studio.app.database.transaction>[0]>[0]) => ({
    db,
    now: studio.clock.now,
  })
  assert.equal(await studio.app.database.transaction((db) => noteBounce(cx(db), report)), true)
  assert.equal(await studio.app.database.transaction((db) => noteBounce(cx(db), { ...report, token: "0" })), false)
})

onBothDatabases("after three failures in a row, only mails that are asked for go to an address", async (t, kind) => {
  const studio = await open(t, kind)
  const owner = "owner@studio.example"
  const triedTo = () => studio.tried.filter(({ to }) => to === owner).length
  const stateOf = async () => (await studio.act("owner", getNotificationSettings, {})).address
  studio.verdicts[owner] = "refused"
  for (const failures of [1, 2, 3]) {
    assert.equal((await stateOf()).isStopped, false)
    await studio.sell()
    await studio.work(1)
    assert.equal(triedTo(), failures)
  }
  assert.deepEqual(await stateOf(), { email: owner, isStopped: true, last: { ...refused, at: studio.clock.now() } })

  studio.verdicts[owner] = undefined
  await studio.sell()
  await studio.work(1)
  assert.equal(triedTo(), 3, "a sale is no longer mailed")
  await studio.sell({ buyer_email: owner })
  await studio.work(1)
  assert.equal(studio.taken.at(-1)?.to, owner, "a receipt is")
  assert.deepEqual(await stateOf(), { email: owner, isStopped: false, last: null }, "and what was taken ends the row")
})

onBothDatabases("a person whose mails came back three times gets them again when they try again", async (t, kind) => {
  const studio = await open(t, kind)
  const owner = "owner@studio.example"
  for (const _ of [1, 2, 3]) {
    await studio.sell()
    await studio.work(1)
    await studio.bounce(studio.taken.findLast(({ to }) => to === owner)?.id ?? "")
  }
  assert.equal((await studio.act("owner", getNotificationSettings, {})).address.isStopped, true)
  await studio.sell()
  await studio.work(1)
  assert.equal(studio.tried.filter(({ to }) => to === owner).length, 3)

  assert.equal((await studio.act("owner", tryMailsAgain, {})).address.isStopped, false)
  await studio.sell()
  await studio.work(1)
  assert.equal(studio.taken.filter(({ to }) => to === owner).length, 4)
})

onSqlite("an invitation and a sign-in show why their mail does not arrive", async (t, kind) => {
  const studio = await open(t, kind)
  studio.verdicts["new@example.com"] = "refused"
  await studio.act("owner", inviteMember, { email: "new@example.com", role: "member" })
  const signIn = { email: "new@example.com", returnTo: "/", browser: "b", network: "192.0.2.7" }
  const { signInId } = await perform({ app: studio.app, caller: anonymous }, requestSignIn, signIn)
  const seen = () => perform({ app: studio.app, caller: anonymous }, getSignIn, { signInId, browser: "b" })
  assert.equal((await seen()).mail, null)
  await studio.work()

  const at = studio.clock.now()
  assert.deepEqual((await studio.act("owner", listInvitations, {})).items[0]?.mail, { ...refused, at })
  assert.deepEqual((await seen()).mail, { ...refused, at })
})

onBothDatabases("operators see what was refused, by reason, and since when mails wait", async (t, kind) => {
  const studio = await open(t, kind)
  studio.verdicts["bo@example.com"] = "refused"
  studio.verdicts["cy@example.org"] = "ours"
  const [first] = [studio.clock.now()]
  await studio.sell()
  await studio.sell({ buyer_email: "cy@example.org" })
  await studio.work()

  const overview = await studio.act("owner", getMailOverview, {})
  assert.deepEqual(overview, {
    reasons: [{ reason: "no-mailbox", count: 1, latestAt: first }],
    waiting: { count: 1, oldestAt: first },
  })
  const { items } = await studio.act("owner", listFailedMails, { reason: "no-mailbox" })
  const [{ id, ...shown } = {}, ...others] = items
  assert.deepEqual(others, [])
  assert.deepEqual(shown, {
    ...{ kind: "mail-receipt", state: "refused", reason: "no-mailbox", domain: "example.com" },
    ...{ step: "reader", code: 550, status: "5.1.1", words: "No such user" },
    ...{ tries: 1, createdAt: first, failedAt: first },
  })
  assert.doesNotMatch(JSON.stringify(items), /bo@/)
  assert.deepEqual((await studio.act("owner", listFailedMails, { reason: "full" })).items, [])
  await assert.rejects(studio.act("member", getMailOverview, {}), { code: "not_found" })
})

onSqlite("a fault of the service itself is logged for the operator, and the mail is tried again", async (t, kind) => {
  const errors: object[] = []
  const studio = await open(t, kind, { ...silentLog, error: (fields: object) => void errors.push(fields) })
  studio.verdicts["bo@example.com"] = "ours"
  await studio.sell()
  await studio.work()
  assert.deepEqual(errors, [{ kind: "mail-receipt", step: "reader", code: 550, status: "5.1.1" }])
  studio.verdicts["bo@example.com"] = undefined
  await studio.work(1)
  assert.equal(studio.taken.at(-1)?.to, "bo@example.com")
})

onSqlite("when the connection is lost after the text, the next try waits for a quarter of an hour", async (t, kind) => {
  const studio = await open(t, kind)
  studio.verdicts["bo@example.com"] = "lost"
  await studio.sell()
  await studio.work()
  studio.verdicts["bo@example.com"] = undefined
  studio.clock.advance(hourMs / 4 - 1)
  await studio.work()
  assert.equal(studio.tried.filter(({ to }) => to === "bo@example.com").length, 1)
  studio.clock.advance(1)
  await studio.work()
  const ids = studio.tried.filter(({ to }) => to === "bo@example.com").map(({ id }) => id)
  assert.equal(ids.length, 2)
  assert.equal(ids[0], ids[1])
})

onBothDatabases(
  "a corrected address gets the receipt and the purchase, and the former one keeps what it had",
  async (t, kind) => {
    const studio = await open(t, kind)
    const [former, right] = ["admin@studio.example", "viewer@studio.example"]
    studio.verdicts[former] = "refused"
    const id = await studio.sell({ buyer_email: former })
    await studio.work()
    const linkOf = async () => (await studio.act("member", getPurchase, { id })).deliveryUrl
    const before = await linkOf()

    const input = { id, email: " Viewer@Studio.example " }
    const corrected = await studio.act("member", correctBuyerEmail, input)
    assert.deepEqual([corrected.buyerEmail, corrected.correctedEmail], [former, right])
    await studio.work()
    assert.equal(studio.taken.at(-1)?.to, right)
    assert.ok(studio.taken.at(-1)?.text.includes(before ?? "no link"))
    const shown = await studio.act("member", getPurchase, { id })
    assert.deepEqual(shown.corrections, [{ email: right, at: studio.clock.now(), by: "member" }])
    assert.equal(shown.mail?.state, "taken")
    assert.equal(await linkOf(), before, "links that were handed out stay valid")
    for (const caller of ["admin", "viewer"] as const) {
      assert.deepEqual(valuesOf((await studio.act(caller, listBought, {})).items, "id"), [id])
      assert.equal((await studio.act(caller, getBought, { id })).deliveryUrl, before)
    }
    await assert.rejects(studio.act("owner", getBought, { id }), { code: "not_found" })
    for (const buyer of ["admin@", "viewer@"])
      assert.deepEqual(valuesOf((await studio.act("member", listPurchases, { buyer })).items, "id"), [id])

    await assert.rejects(studio.act("member", correctBuyerEmail, input), { code: "conflict" })
    await assert.rejects(studio.act("viewer", correctBuyerEmail, input), { code: "workspace_forbidden" })
    await assert.rejects(studio.act("stranger", correctBuyerEmail, input), { code: "not_found" })
  },
)

onSqlite("a corrected address that is not verified gets no words of the seller's", async (t, kind) => {
  const studio = await open(t, kind)
  const id = await studio.sell()
  await studio.act("member", correctBuyerEmail, { id, email: "stranger@example.com" })
  await studio.work()
  const mail = studio.taken.find(({ to }) => to === "stranger@example.com")
  assert.equal(mail?.subject, "Your files are ready")
  assert.equal(mail?.fromName, "Atelier")
})

onBothDatabases(
  "each receipt and link asked for after a correction is sent to the corrected address alone",
  async (t, kind) => {
    const studio = await open(t, kind)
    const right = "right@example.com"
    const id = await studio.sell()
    await studio.work()
    await studio.act("member", correctBuyerEmail, { id, email: right })
    await studio.work()
    const { deliveryUrl } = await studio.act("member", getPurchase, { id })
    const anyone = { app: studio.app, caller: anonymous }
    const before = studio.tried.length
    await studio.act("member", resendReceipt, { id })
    await studio.work()
    await perform(anyone, requestReceipt, { link: deliveryUrl?.split("/").at(-1) })
    await studio.work()
    await perform(anyone, requestClaim, { purchaseId: id })
    await studio.work()
    const mails = studio.tried.slice(before)
    assert.deepEqual(valuesOf(mails, "to"), [right, right, right])
    assert.equal(new Set(valuesOf(mails, "id")).size, 3)
    for (const { text } of mails) assert.ok(text.includes(deliveryUrl ?? "no link"))
    await assert.rejects(studio.act("member", resendReceipt, { id }), { code: "rate_limited" })
  },
)

onBothDatabases(
  "a receipt that waits for its next try follows the correction, and a report on it is about the new address",
  async (t, kind) => {
    const studio = await open(t, kind)
    studio.verdicts["bo@example.com"] = "later"
    const id = await studio.sell()
    await studio.work()
    await studio.act("member", correctBuyerEmail, { id, email: "right@example.com" })
    await studio.work(1)
    const toBuyer = studio.tried.filter(({ to }) => to !== operator)
    assert.deepEqual(valuesOf(toBuyer, "to"), ["bo@example.com", "right@example.com", "right@example.com"])
    assert.equal((await studio.act("member", getPurchase, { id })).mail?.state, "taken")
    for (const { to, id } of studio.taken) if (to !== operator) await studio.bounce(id)
    assert.equal((await studio.act("member", getPurchase, { id })).mail?.state, "bounced")
  },
)
