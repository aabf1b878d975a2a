import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { anonymous, type Caller } from "#access/context.ts"
import { silentExchange } from "#access/exchange.ts"
import { perform } from "#access/perform.ts"
import { reserveTokens } from "#domains/assistant/spending/index.ts"
import { createDoc, publishDoc } from "#domains/docs/index.ts"
import { createShareLink, createUploadLink, getShareLink, getStorage, getUploadLink } from "#domains/drive/index.ts"
import { deliveryUrl, getDelivery } from "#domains/handover/index.ts"
import { linkFollower, listLinks } from "#domains/links/index.ts"
import { getOwnWorkspace, listWorkspaces } from "#domains/workspaces/index.ts"
import { type DatabaseKind, onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { mailsTo } from "#test/support/formats/mails-to.ts"
import { offerOnSale, upload as uploadText } from "#test/support/selling/shop.ts"
import { browser, tillOf } from "#test/support/selling/till.ts"
import { shorten, verifyDomain } from "#test/support/workspace/links.ts"
import { insertMember, insertWorkspace, world } from "#test/support/worlds/world.ts"
import { getOperatorOverview } from "./get-operator-overview.ts"
import { closeReport } from "./reports/close-report.ts"
import { listReports } from "./reports/list-reports.ts"
import { reportAbuse } from "./reports/report-abuse.ts"
import { listEveryWorkspace } from "./suspensions/list-every-workspace.ts"
import { listSuspensions } from "./suspensions/list-suspensions.ts"
import { liftSuspension, suspend } from "./suspensions/suspend-and-lift-suspension.ts"

const operator = "owner@operations.example"

/** A studio with an offer, and an operator. `report` reports as an anonymous visitor. */
async function open(t: TestContext, kind: DatabaseKind) {
  const studio = await world(t, kind, { operators: [operator] })
  const sold = await offerOnSale(studio)
  const till = tillOf(studio, { id: sold.id, key: sold.shortKey ?? "" })
  const operations = await insertWorkspace(studio.app, "operations", "Operations")
  const asOperator = await insertMember(studio.app, { workspaceId: operations, slug: "operations" }, "owner")
  return {
    ...till,
    asOperator,
    report: (about: string, more: object = {}) => {
      const exchange = { ...silentExchange, network: "192.0.2.7" }
      const input = { about, reason: "phishing", words: "Look.", email: "", ...more }
      return perform({ app: studio.app, caller: anonymous, exchange }, reportAbuse, input)
    },
    reports: async (isClosed = false) => (await till.act(asOperator, listReports, { isClosed })).items,
    follow: (slug: string) => linkFollower(till.cx)({ hostname: null, slug, query: "", click: null }),
  }
}

type Opened = Awaited<ReturnType<typeof open>>

const slugOf = (address: string) => address.split("/").at(-1) ?? ""

async function buy(studio: Opened, buyerEmail = "bo@example.com") {
  const { sessionId = "" } = await studio.checkout({ buyerEmail })
  await studio.sandbox.pay(sessionId, { card: "4242424242424242" })
  return sessionId
}

onBothDatabases("a report names the object at its address, in every spelling of the address", async (t, kind) => {
  const studio = await open(t, kind)
  const { base } = studio.app.addresses
  const link = await shorten(studio)
  await verifyDomain(studio, "links.studio.example")
  const own = await shorten(studio, { domain: "links.studio.example", slug: "spring" })
  const upload = await studio.act("member", createUploadLink, {})
  const share = await studio.act("member", createShareLink, { fileId: await uploadText(studio, "cat.txt") })
  const { id } = await studio.act("member", createDoc, { title: "Plan" })
  const doc = await studio.act("member", publishDoc, { id })
  await studio.verify(await buy(studio))
  const [purchase] = await studio.purchases()
  assert.ok(purchase)
  const [offer, workspace] = [`offer ${studio.offer.id}`, `workspace ${studio.workspaceId}`]
  const expected: [address: string, subject: string, seenAs: string][] = [
    [link.shortUrl, `link ${link.id}`, "link"],
    [`${link.shortUrl}?utm=1#x`, `link ${link.id}`, "link"],
    [own.shortUrl, `link ${own.id}`, "link"],
    ["links.studio.example/SPRING", `link ${own.id}`, "link"],
    [`${base}/pay/${studio.offer.key}`, offer, "pay page"],
    [`/pay/${studio.offer.key}`, offer, "pay page"],
    [deliveryUrl(studio.app, purchase), offer, "delivery"],
    [upload.url, workspace, "upload page"],
    [share.url, workspace, "shared files"],
    [String(doc.url), workspace, "doc"],
    [`${base}/studio`, workspace, "workspace"],
    [`${base}/studio/links?open=1`, workspace, "workspace"],
    [`${link.shortUrl}).`, `link ${link.id}`, "link"],
    [`“${own.shortUrl}”`, `link ${own.id}`, "link"],
    [`${base}/pay/${studio.offer.key}>.`, offer, "pay page"],
    [`${deliveryUrl(studio.app, purchase)}. And`, offer, "delivery"],
  ]
  for (const [about] of expected) {
    studio.clock.advance(1)
    await studio.report(about)
  }
  const listed = (await studio.reports()).reverse()
  assert.deepEqual(
    listed.map(({ subject, seenAs }) => [`${subject.kind} ${subject.id}`, seenAs]),
    expected.map(([, subject, seenAs]) => [subject, seenAs]),
  )
  assert.equal(listed[0]?.subject.address, link.shortUrl)
  assert.deepEqual([listed[0]?.subject.title, listed[4]?.subject.title], [link.destination, "Type specimen"])
  const stored = JSON.stringify(await studio.app.database.read.selectFrom("abuse_reports").selectAll().execute())
  assert.ok(!stored.includes(slugOf(deliveryUrl(studio.app, purchase))), "what opens the delivery is not kept")
})

onSqlite("an unknown address is refused beside its field, and nothing is stored", async (t, kind) => {
  const studio = await open(t, kind)
  await studio.verify(await buy(studio))
  const [purchase] = await studio.purchases()
  const { base } = studio.app.addresses
  const madeUp = `${base}/delivery/${purchase?.id}.${"a".repeat(43)}`
  for (const about of ["", "studio", "https://elsewhere.example/studio", `${base}/`, `${base}/nobody`, madeUp]) {
    await assert.rejects(studio.report(about), { code: "not_found", field: "about" }, about)
  }
  for (const about of [`${base}/pay/zzzz`, `${base}/s/nothing`, `${base}/u/x`, "\0", "http://", `${base}/pay/%00`]) {
    await assert.rejects(studio.report(about), { code: "not_found", field: "about" }, about)
  }
  await studio.work()
  assert.deepEqual(await studio.reports(), [])
  assert.deepEqual(mailsTo(studio, operator), [])
})

onSqlite(
  "operators get at most one mail about reports an hour, with a count, and each report counts once",
  async (t, kind) => {
    const studio = await open(t, kind)
    const about = `/pay/${studio.offer.key}`
    const subjects = () => mailsTo(studio, operator).map(({ subject }) => subject)
    await studio.report(about)
    await studio.work()
    assert.deepEqual(subjects(), ["1 new report to review"])
    for (const reason of ["malware", "other"]) await studio.report(about, { reason, words: "The secret words" })
    await studio.work()
    studio.clock.advance(59 * 60_000)
    await studio.work()
    assert.equal(subjects().length, 1)
    studio.clock.advance(61_000)
    await studio.work()
    assert.deepEqual(subjects(), ["1 new report to review", "2 new reports to review"])
    studio.clock.advance(3_600_000)
    await studio.work()
    assert.equal(subjects().length, 2)
    const [, second] = mailsTo(studio, operator)
    assert.match(second?.text ?? "", /\/operator\/reports/)
    assert.doesNotMatch(second?.text ?? "", /secret words|pay\//)
  },
)

onSqlite("a network reports twenty times an hour at the most", async (t, kind) => {
  const studio = await open(t, kind)
  for (let sent = 0; sent < 20; sent += 1) await studio.report("/studio")
  await assert.rejects(studio.report("/studio"), { code: "rate_limited" })
})

onBothDatabases(
  "a suspended link stops at once, its owners are mailed, and its reports are closed",
  async (t, kind) => {
    const studio = await open(t, kind)
    const link = await shorten(studio)
    const other = await shorten(studio)
    await studio.report(link.shortUrl, { email: "eve@example.com" })
    await studio.report(other.shortUrl)
    const subject = { kind: "link", id: link.id }

    await studio.act(studio.asOperator, suspend, { ...subject, reason: "phishing", words: "It asks for passwords." })

    await assert.rejects(studio.follow(link.slug), { status: 410 })
    assert.equal(await studio.follow(other.slug), other.destination)
    assert.deepEqual(
      (await studio.reports()).map(({ subject }) => subject.id),
      [other.id],
    )
    const [closed] = await studio.reports(true)
    assert.deepEqual([closed?.outcome, closed?.email], ["suspended", "eve@example.com"])
    await assert.rejects(studio.act(studio.asOperator, suspend, { ...subject, reason: "other", words: "" }), {
      code: "conflict",
    })
    await studio.work()
    const recipients = ["owner@studio.example", "admin@studio.example"]
    for (const address of recipients) {
      const [mail, ...more] = mailsTo(studio, address)
      assert.deepEqual(more, [])
      assert.match(
        mail?.text ?? "",
        /abuse@atelier\.example[\s\S]*Reason: Phishing or fraud\nNote: It asks for passwords\./,
      )
      assert.doesNotMatch(mail?.text ?? "", /eve@/)
    }
    assert.deepEqual(mailsTo(studio, "member@studio.example"), [])
    assert.equal((await studio.act("member", listLinks, {})).links.find(({ id }) => id === link.id)?.state, "suspended")

    await studio.act(studio.asOperator, liftSuspension, subject)
    assert.equal(await studio.follow(link.slug), link.destination)
    await assert.rejects(studio.act(studio.asOperator, liftSuspension, subject), { code: "conflict" })
    await studio.work()
    assert.match(mailsTo(studio, recipients[0] ?? "").at(-1)?.subject ?? "", /^Your link is active again: /)
    assert.deepEqual((await studio.act(studio.asOperator, listSuspensions, {})).items, [])
    assert.equal((await studio.act(studio.asOperator, listSuspensions, { isLifted: true })).items.length, 1)
  },
)

onBothDatabases("a suspended offer is not sold any more, and paid purchases are still handed over", async (t, kind) => {
  const studio = await open(t, kind)
  const paid = await buy(studio)
  await studio.checkout({ buyerEmail: "late@example.com" })
  await studio.act(studio.asOperator, suspend, { kind: "offer", id: studio.offer.id, reason: "copyright", words: "" })

  await assert.rejects(studio.getOffer(), { code: "not_found" })
  await assert.rejects(studio.checkout({ buyerEmail: "new@example.com" }), { code: "not_found" })
  const { fulfilled, deliveryUrl } = await studio.verify(paid)
  assert.equal(fulfilled, true)
  const link = slugOf(deliveryUrl ?? "")
  assert.equal((await perform({ app: studio.app, caller: anonymous }, getDelivery, { link })).files.length, 2)
  await studio.work()
  const states = (await studio.purchases()).map(({ buyer_email, state }) => `${buyer_email} ${state}`)
  assert.deepEqual(states.sort(), ["bo@example.com fulfilled", "late@example.com expired"])

  await studio.act(studio.asOperator, liftSuspension, { kind: "offer", id: studio.offer.id })
  assert.equal((await studio.getOffer()).offer.purchasable, true)
})

onBothDatabases(
  "a suspended workspace stops at once, for its members, its visitors and its agents",
  async (t, kind) => {
    const studio = await open(t, kind)
    const { app } = studio
    const link = await shorten(studio)
    const upload = await studio.act("member", createUploadLink, {})
    const share = await studio.act("member", createShareLink, { fileId: await uploadText(studio, "cat.txt") })
    const { deliveryUrl } = await studio.verify(await buy(studio))
    const subject = { kind: "workspace", id: studio.workspaceId }
    await studio.report(link.shortUrl)
    await studio.act(studio.asOperator, suspend, { ...subject, reason: "illegal", words: "" })

    await assert.rejects(studio.follow(link.slug), { status: 410 })
    await assert.rejects(studio.getOffer(), { code: "not_found" })
    const stopped = { code: "not_found" }
    const token = slugOf(upload.url)
    await assert.rejects(perform({ app, caller: anonymous }, getUploadLink, { token }), { status: 410 })
    const shared = { token: slugOf(share.url) }
    await assert.rejects(perform({ app, caller: anonymous }, getShareLink, shared), { status: 410 })
    const delivered = { link: slugOf(deliveryUrl ?? "") }
    await assert.rejects(perform({ app, caller: anonymous }, getDelivery, delivered), stopped)
    for (const role of ["owner", "viewer"] as const) {
      await assert.rejects(studio.act(role, getOwnWorkspace, {}), {
        code: "workspace_forbidden",
        message: "This workspace is suspended.",
        hint: /abuse@atelier\.example/,
      })
    }
    await assert.rejects(
      studio.act({ ...studio.callers.stranger, workspaceSlug: "studio" } as Caller, getOwnWorkspace, {}),
      {
        message: "You are not a member of this workspace.",
      },
    )
    assert.deepEqual(await studio.reports(), [], "what it has is answered with it")
    const { workspaces } = await studio.act("member", listWorkspaces, {})
    assert.deepEqual(
      workspaces.map(({ slug }) => slug),
      ["studio"],
      "its people still find it, and are notified in it",
    )
    await studio.work()
    for (const role of ["owner", "admin", "member", "viewer"])
      assert.ok(
        mailsTo(studio, `${role}@studio.example`).some(
          ({ subject }) => subject === "Your workspace was suspended: Studio Ada",
        ),
      )
    assert.deepEqual(mailsTo(studio, "owner@elsewhere.example"), [])

    await studio.act(studio.asOperator, liftSuspension, subject)
    assert.equal((await studio.act("viewer", getOwnWorkspace, {})).slug, "studio")
    assert.equal((await perform({ app, caller: anonymous }, getDelivery, delivered)).files.length, 2)
  },
)

onSqlite("payments to a suspended workspace are refunded", async (t, kind) => {
  const studio = await open(t, kind)
  const paid = await buy(studio)
  const { sessionId: unpaid = "" } = await studio.checkout({ buyerEmail: "late@example.com" })
  const { sessionId: racing = "" } = await studio.checkout({ buyerEmail: "racing@example.com" })
  const subject = { kind: "workspace", id: studio.workspaceId }
  await studio.act(studio.asOperator, suspend, { ...subject, reason: "phishing", words: "" })
  await studio.sandbox.pay(racing, { card: "4242424242424242" })

  const { paid: isPaid, fulfilled, error } = await studio.verify(paid, browser())
  assert.deepEqual([isPaid, fulfilled], [true, false])
  assert.match(error ?? "", /refunded/)
  await studio.deliver()
  for (let look = 0; look < 8; look += 1) {
    studio.clock.advance(15 * 60_000)
    await studio.reconcile()
  }
  const rows = (await studio.purchases()).map((row) => [
    row.buyer_email,
    row.state,
    row.charged_cents,
    row.refunded_cents,
  ])
  assert.deepEqual(rows.sort(), [
    ["bo@example.com", "refunded", 1900, 1900],
    ["late@example.com", "expired", 0, 0],
    ["racing@example.com", "refunded", 1900, 1900],
  ])
  await assert.rejects(studio.sandbox.pay(unpaid, { card: "4242424242424242" }))
})

onBothDatabases("operators list all workspaces, count open tasks, and close needless reports", async (t, kind) => {
  const studio = await open(t, kind)
  await studio.report("/studio")
  const overview = () => studio.act(studio.asOperator, getOperatorOverview, {})
  const shortKeys = { given: 1, inAll: 1_679_616, areScarce: false }
  const counts = { openReports: 1, suspensions: 0, deadJobs: 0, unclearMoney: 0, workspaces: 3, shortKeys }
  const most = studio.app.assistant.limits.installationDayTokens
  const assistant = { isOn: true, model: null, tokens: 0, most, micros: null }
  const { usedBytes } = await studio.act("viewer", getStorage, {})
  assert.ok(usedBytes > 0)
  assert.deepEqual(await overview(), { ...counts, storage: { usedBytes, mostBytes: null }, assistant })
  const spender = { accountId: "account_1", workspaceId: studio.workspaceId }
  await reserveTokens(studio.cx, spender, { input: 400, output: 100, chosen: undefined, note: async () => {} })
  assert.equal((await overview()).assistant.tokens, 500, "for all accounts")
  const listed = await studio.act(studio.asOperator, listEveryWorkspace, { query: "STUD" })
  const shown = listed.items.map(({ slug, members, openReports, suspendedAt }) => [
    slug,
    members,
    openReports,
    suspendedAt,
  ])
  assert.deepEqual(shown, [["studio", 4, 1, null]])
  const id = (await studio.reports())[0]?.id ?? ""
  await studio.act(studio.asOperator, closeReport, { id })
  await assert.rejects(studio.act(studio.asOperator, closeReport, { id }), { code: "conflict" })
  assert.equal((await studio.reports(true))[0]?.outcome, "kept")
  await studio.work()
  assert.deepEqual(mailsTo(studio, operator), [], "a closed report is not mailed any more")
  assert.equal((await overview()).openReports, 0)
})
