import assert from "node:assert/strict"
import { describe, type TestContext } from "node:test"
import type { Caller } from "#access/context.ts"
import type { App } from "#access/perform.ts"
import { newId } from "#kernel/ids.ts"
import { dayMs, hourMs, minuteMs } from "#kernel/time/units.ts"
import { type DatabaseKind, onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { leadHere } from "#test/support/workspace/attach-domain.ts"
import { linesOf } from "#test/support/workspace/notifications.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import {
  attachDomain,
  findHostname,
  leadToken,
  listDomains,
  pollArrival,
  recheckDomains,
  removeDomain,
} from "../index.ts"

const host = "go.example.com"

async function waitingStudio(t: TestContext, kind: DatabaseKind) {
  const dns = await dnsServer(t)
  const studio = { ...(await world(t, kind, { dnsServers: [dns.address] })), dns }
  const { act, clock, cx } = studio
  const request = async (by: Caller | "owner" = "owner", domain = host) =>
    (await act(by, attachDomain, { domain })).domain
  /** Adds the claims of callers to the DNS. */
  const claim = async (...by: (Caller | "owner")[]) => {
    const values = await Promise.all(by.map(async (one) => (await request(one)).records.at(-1)?.value ?? ""))
    dns.answer("TXT", `_svc-claim.${host}`, values)
  }
  const own = async (by: Caller | "owner" = "owner") => (await act(by, listDomains, {})).items[0]
  const pass = async (ms: number) => {
    clock.advance(ms)
    await recheckDomains(cx)
  }
  const polls = () => dns.questions.filter((one) => one === `TXT _svc-claim.${host}`).length
  return { ...studio, request, claim, own, pass, polls }
}

/** The responses of the web to the service: by scheme and host. */
function webOf(
  { app, cx }: Pick<World, "app" | "cx">,
  respond: (url: URL) => { status: number; body?: string; headers?: Record<string, string> },
) {
  const asked: string[] = []
  const get: App["http"]["get"] = async (url, limits) => {
    assert.ok(limits.returnsRedirects, "a redirect would lead to another name")
    asked.push(new URL(url).protocol)
    const { status, body = "", headers = {} } = respond(new URL(url))
    if (status === 0) throw new Error("There is no answer.")
    return { status, headers, body: Buffer.from(body) }
  }
  for (const one of [app, cx]) Object.assign(one, { http: { ...app.http, get } })
  return asked
}

const tokenFor =
  ({ keyring }: App, name: string) =>
  (url: URL) =>
    leadToken(keyring, name, url.pathname.split("/").at(-1) ?? "")

describe("a domain that waits", () => {
  onBothDatabases(
    "is attached by the schedule once its name leads here, and its admins are notified",
    async (t, kind) => {
      const studio = await waitingStudio(t, kind)
      const { claim, own, pass, callers } = studio
      await claim()
      await claim("owner")
      await pass(minuteMs)
      assert.equal((await own())?.state, "waiting", "the claim below the name does not prove the name")
      leadHere(studio, host)
      await pass(minuteMs)
      const { state, leads } = (await own()) ?? {}
      assert.deepEqual([state, leads], ["attached", "here"])
      const works = [`${host} works: its short links are live`]
      assert.deepEqual([await linesOf(studio, "owner"), await linesOf(studio, "admin")], [works, works])
      assert.deepEqual(await linesOf(studio, callers.member), [], "it is for those who may manage domains")
      await pass(25 * hourMs)
      assert.deepEqual(await linesOf(studio, "admin"), works, "once")
    },
  )

  onBothDatabases("is looked at each minute, then ever more rarely, and not after a month", async (t, kind) => {
    const studio = await waitingStudio(t, kind)
    const { request, own, pass, polls } = studio
    await request()
    const looksWithin = async (ms: number, step: number) => {
      const before = polls()
      for (let passed = 0; passed < ms; passed += step) await pass(step)
      return polls() - before
    }
    assert.equal(await looksWithin(10 * minuteMs, minuteMs), 10)
    const tens = await looksWithin(2 * hourMs, 5 * minuteMs)
    assert.ok(tens >= 11 && tens <= 13, `${tens} polls in two hours`)
    await looksWithin(22 * hourMs, hourMs)
    assert.equal(await looksWithin(5 * hourMs, hourMs / 2), 5)
    await looksWithin(6 * dayMs, dayMs)
    assert.equal(await looksWithin(4 * dayMs, 12 * hourMs), 4)
    assert.equal((await own())?.isPolling, true)
    await looksWithin(20 * dayMs, dayMs)
    assert.equal((await own())?.isPolling, false)
    assert.equal(await looksWithin(10 * dayMs, dayMs), 0)
    const unfound = `${host} was not found for a month: press “Check again” to go on`
    assert.deepEqual(await linesOf(studio, "admin"), [unfound])
    await request()
    assert.equal(await looksWithin(3 * minuteMs, minuteMs), 3, "a press begins again")
  })

  onBothDatabases(
    "belongs to the first of two workspaces to which its name leads; the other is notified",
    async (t, kind) => {
      const studio = await waitingStudio(t, kind)
      const { act, callers, claim, own, pass, request, dns } = studio
      await request("owner")
      await request(callers.stranger)
      leadHere(studio, host)
      await claim(callers.stranger)
      await pass(minuteMs)
      await pass(minuteMs)
      assert.deepEqual([(await own(callers.stranger))?.state, (await own())?.state], ["attached", "waiting"])
      const taken = `${host} belongs to another workspace: your links on it wait`
      assert.deepEqual(await linesOf(studio, "admin"), [taken])
      assert.equal((await own())?.isTaken, true)
      dns.answer("TXT", `_svc-claim.${host}`, [
        (await own())?.records.at(-1)?.value ?? "",
        (await own(callers.stranger))?.records.at(-1)?.value ?? "",
      ])
      await pass(hourMs)
      assert.deepEqual(await linesOf(studio, "admin"), [taken], "notified once")
      await act(callers.stranger, removeDomain, { id: (await own(callers.stranger))?.id })
      await pass(hourMs)
      const { state, isTaken } = (await own()) ?? {}
      assert.deepEqual([state, isTaken], ["attached", false], "it waited, and gets the domain that became free")
    },
  )

  onBothDatabases("tells a stranger nothing of who has a name that leads elsewhere", async (t, kind) => {
    const studio = await waitingStudio(t, kind)
    const { callers, claim, own, pass, request, dns } = studio
    await claim("owner")
    dns.answer("TXT", host, [`svc-verify=${host}`])
    await pass(minuteMs)
    assert.equal((await own())?.state, "attached")
    await request(callers.stranger)
    await pass(minuteMs)
    assert.equal((await own(callers.stranger))?.isTaken, false)
  })

  onBothDatabases(
    "of one workspace with many names does not delay another's; a minute has a bound",
    async (t, kind) => {
      const studio = await waitingStudio(t, kind)
      const { app, callers, cx, clock, workspaceId, request, dns } = studio
      const at = clock.now() - dayMs
      const many = Array.from({ length: 60 }, (_, n) => ({
        ...{ id: newId("domain"), workspace_id: workspaceId, hostname: `many-${n}.example.net`, created_at: at },
        ...{ polling_since: at, check_due_at: at + n },
      }))
      await app.database.transaction((db) => db.insertInto("domains").values(many).execute())
      await request(callers.stranger)
      clock.advance(minuteMs)
      dns.questions.length = 0
      await recheckDomains({ ...cx, limits: { ...cx.limits, installationDomainLooks: 15 } })
      const looked = new Set(dns.questions.filter((one) => one.startsWith("TXT _svc-claim.")))
      assert.equal(looked.size, 5, "a third of a minute's polls")
      assert.ok(looked.has(`TXT _svc-claim.${host}`), "the other workspace had its turn")
    },
  )

  onBothDatabases("of a suspended workspace is not looked at until the suspension ends", async (t, kind) => {
    const studio = await waitingStudio(t, kind)
    const { app, claim, cx, own, pass } = studio
    await claim("owner")
    leadHere(studio, host)
    const suspend = (suspended_at: number | null) =>
      app.database.transaction((db) => db.updateTable("workspaces").set({ suspended_at }).execute())
    await suspend(1)
    await pass(minuteMs)
    await pollArrival(cx, host)
    assert.equal(await findHostname(cx, host), undefined)
    await suspend(null)
    await pass(minuteMs)
    assert.equal((await own())?.state, "attached")
  })
})

describe("where a name leads", () => {
  onBothDatabases(
    "is known by all its addresses: one that is left over leads elsewhere, and is shown",
    async (t, kind) => {
      const studio = await waitingStudio(t, kind)
      const { claim, own, pass, dns } = studio
      const asked = webOf(studio, () => ({ status: 404 }))
      await claim("owner")
      leadHere(studio, host)
      dns.answer("AAAA", host, ["2001:db8::dead"])
      await pass(minuteMs)
      const left = await own()
      assert.deepEqual([left?.state, left?.leads, left?.foreignAddresses], ["waiting", "elsewhere", ["2001:db8::dead"]])
      dns.answer("AAAA", host, "NODATA")
      await pass(minuteMs)
      assert.deepEqual([(await own())?.state, (await own())?.leads], ["attached", "here"])
      assert.deepEqual(asked, [], "the addresses say enough")
    },
  )

  onBothDatabases(
    "is found out behind a proxy by a token that only this service can give for this name",
    async (t, kind) => {
      const studio = await waitingStudio(t, kind)
      const { app, claim, own, pass, dns } = studio
      const [right, ofOther] = [tokenFor(app, host), tokenFor(app, "other.example.com")]
      dns.answer("A", host, ["104.16.0.1"])
      const server = { headers: { server: "cloudflare" } }
      let body: (url: URL) => string = ofOther
      const asked = webOf(studio, (url) => ({ status: 200, body: body(url), ...server }))
      await claim("owner")
      await pass(minuteMs)
      const other = await own()
      assert.deepEqual([other?.state, other?.leads, other?.proxy], ["waiting", "elsewhere", "cloudflare"])
      body = () => right(new URL(`https://${host}/.well-known/svc-domain/${"a".repeat(26)}`))
      await pass(minuteMs)
      assert.equal((await own())?.state, "waiting", "a token of an earlier question is worth nothing")
      body = right
      await pass(minuteMs)
      const { state, leads, proxy } = (await own()) ?? {}
      assert.deepEqual([state, leads, proxy], ["attached", "through_proxy", "cloudflare"])
      assert.deepEqual(new Set(asked), new Set(["https:"]))
    },
  )

  onBothDatabases("is asked over http while the proxy gets no certificate from here", async (t, kind) => {
    const studio = await waitingStudio(t, kind)
    const { app, claim, own, pass, dns } = studio
    dns.answer("A", host, ["104.16.0.1"])
    const right = tokenFor(app, host)
    let status = 525
    webOf(studio, (url) => (url.protocol === "https:" ? { status } : { status: 200, body: right(url) }))
    await claim("owner")
    await pass(minuteMs)
    assert.deepEqual([(await own())?.state, (await own())?.leads], ["attached", "through_proxy"])
    status = 0
    await pass(25 * hourMs)
    assert.equal((await own())?.state, "attached")
    webOf(studio, () => ({ status: 0 }))
    await pass(25 * hourMs)
    assert.deepEqual(
      [(await own())?.state, (await own())?.leads],
      ["attached", "through_proxy"],
      "silence is no evidence",
    )
    webOf(studio, () => ({ status: 404 }))
    await pass(25 * hourMs)
    assert.deepEqual([(await own())?.state, (await own())?.leads], ["failing", "elsewhere"])
  })

  onSqlite("sends no request to a name that no record claims, except when a member asks", async (t, kind) => {
    const studio = await waitingStudio(t, kind)
    const { pass, request, dns } = studio
    dns.answer("A", host, ["104.16.0.1"])
    const asked = webOf(studio, () => ({ status: 302, headers: { location: "https://elsewhere.example.com/" } }))
    await request()
    assert.equal(asked.length, 1)
    for (let n = 0; n < 5; n += 1) await pass(minuteMs)
    assert.equal(asked.length, 1)
  })
})

onBothDatabases("a claim that one look does not find still lets visitors begin a look, for a day", async (t, kind) => {
  const { claim, cx, own, pass, dns, ...studio } = await waitingStudio(t, kind)
  await claim("owner")
  await pass(minuteMs)
  const value = (await own())?.records.at(-1)?.value ?? ""
  dns.answer("TXT", `_svc-claim.${host}`, "NXDOMAIN")
  await pass(minuteMs)
  assert.equal(await findHostname(cx, host), "claimed")
  dns.answer("TXT", `_svc-claim.${host}`, [value])
  leadHere({ ...studio, dns }, host)
  studio.clock.advance(minuteMs / 2)
  await pollArrival(cx, host)
  assert.equal((await own())?.state, "attached")

  await studio.act("owner", removeDomain, { id: (await own())?.id })
  dns.answer("A", host, "NXDOMAIN")
  dns.answer("AAAA", host, "NXDOMAIN")
  studio.clock.advance(minuteMs)
  await claim("owner")
  await pass(minuteMs)
  dns.answer("TXT", `_svc-claim.${host}`, "NXDOMAIN")
  await pass(25 * hourMs)
  assert.equal(await findHostname(cx, host), undefined)
})

onBothDatabases("a visitor who arrives makes the service look at once, within a bound", async (t, kind) => {
  const studio = await waitingStudio(t, kind)
  const { claim, cx, own, pass, polls } = studio
  await claim("owner")
  await pass(20 * minuteMs)
  assert.equal(await findHostname(cx, host), "claimed")
  await pass(6 * dayMs)
  leadHere(studio, host)
  const none = { ...cx, limits: { ...cx.limits, installationDomainLooks: 0 } }
  const before = polls()
  await pollArrival(none, host)
  await pollArrival(cx, "unknown.example.com")
  assert.equal(polls(), before)
  studio.clock.advance(minuteMs)
  await pollArrival(cx, host)
  assert.equal((await own())?.state, "attached", "the schedule alone would have taken an hour")
})
