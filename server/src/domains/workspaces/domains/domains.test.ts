import assert from "node:assert/strict"
import { describe, type TestContext } from "node:test"
import type { Caller } from "#access/context.ts"
import { perform } from "#access/perform.ts"
import { newId } from "#kernel/ids.ts"
import { hourMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { type DatabaseKind, onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { type DnsServer, dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { linesOf } from "#test/support/workspace/notifications.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { attachDomain, listDomains, recheckDomains, removeDomain } from "../index.ts"

const host = "go.example.com"

async function studioWithDns(t: TestContext, kind: DatabaseKind): Promise<World & { dns: DnsServer }> {
  const dns = await dnsServer(t)
  return { ...(await world(t, kind, { dnsServers: [dns.address] })), dns }
}

type Studio = Awaited<ReturnType<typeof studioWithDns>>

/** Puts the records that a workspace needs into the DNS. */
async function addRecords({ act, dns, clock }: Studio, by: Caller, ...values: string[]): Promise<void> {
  const { domain } = await act(by, attachDomain, { domain: host })
  for (const { type, name, value } of domain.records) {
    dns.answer(type, name, [value, ...(name === host ? values : [])])
  }
  clock.advance(60_000)
}

const stateOf = async ({ act }: World, by: Caller) => (await act(by, listDomains, {})).items[0]?.state

describe("a custom domain", () => {
  onBothDatabases("is attached once both records are there: the public one alone attaches nothing", async (t, kind) => {
    const studio = await studioWithDns(t, kind)
    const { act, callers, dns, clock } = studio
    const ask = () => act("admin", attachDomain, { domain: "GO.example.com." })

    const first = await ask()
    assert.equal(first.domain.state, "waiting")
    assert.deepEqual(first.missing, [host, `_svc-claim.${host}`])
    const [ownership] = first.domain.records
    assert.deepEqual([ownership?.type, ownership?.name, ownership?.value], ["TXT", host, `svc-verify=${host}`])
    dns.answer("TXT", host, [`svc-verify=${host}`])
    clock.advance(60_000)
    assert.deepEqual((await ask()).missing, [`_svc-claim.${host}`])
    dns.answer("TXT", `_svc-claim.${host}`, [first.domain.records[1]?.value ?? ""])
    clock.advance(60_000)

    assert.deepEqual((await ask()).missing, [])
    assert.equal(await stateOf(studio, callers.member), "attached")
  })

  onBothDatabases("belongs to one workspace: another's records differ, and with both it gets 409", async (t, kind) => {
    const studio = await studioWithDns(t, kind)
    const { act, callers, dns } = studio
    await addRecords(studio, callers.owner)
    await act("owner", attachDomain, { domain: host })

    const { missing, domain } = await act("stranger", attachDomain, { domain: host })
    assert.deepEqual(missing, [`_svc-claim.${host}`])
    dns.answer("TXT", `_svc-claim.${host}`, [domain.records[1]?.value ?? ""])
    studio.clock.advance(60_000)
    await assert.rejects(act("stranger", attachDomain, { domain: host }), { code: "conflict" })
    assert.equal(await stateOf(studio, callers.stranger), "waiting")
    assert.equal(await stateOf(studio, callers.owner), "attached")
  })

  onBothDatabases("is attached to one of two workspaces that have both records at once", async (t, kind) => {
    const studio = await studioWithDns(t, kind)
    const { act, callers, dns, clock } = studio
    const both = [callers.owner, callers.stranger]
    const asked = await Promise.all(both.map((by) => act(by, attachDomain, { domain: host })))
    dns.answer("TXT", host, [`svc-verify=${host}`])
    dns.answer(
      "TXT",
      `_svc-claim.${host}`,
      asked.map(({ domain }) => domain.records[1]?.value ?? ""),
    )
    clock.advance(60_000)

    const attached = await Promise.allSettled(both.map((by) => act(by, attachDomain, { domain: host })))

    assert.equal(attached.filter(({ status }) => status === "fulfilled").length, 1)
    const lost = attached.find(({ status }) => status === "rejected") as PromiseRejectedResult
    assert.equal(lost.reason.code, "conflict")
  })

  onSqlite("that leads to us by CNAME needs the claim beside it, and no TXT record at the name", async (t, kind) => {
    const studio = await studioWithDns(t, kind)
    const { callers, dns, clock } = studio
    const app = { ...studio.app, addresses: { ...studio.app.addresses, short: "https://s.atelier.net" } }
    const ask = async (caller = callers.admin) => {
      clock.advance(60_000)
      return perform({ app, caller }, attachDomain, { domain: host })
    }
    const statesOf = ({ domain }: Awaited<ReturnType<typeof ask>>) =>
      domain.records.map(({ type, state, found }) => [type, state, ...found])
    const first = await ask()
    assert.deepEqual(valuesOf(first.domain.records, "proves"), ["name", "name", "workspace"])
    assert.equal(first.domain.records[0]?.value, "s.atelier.net")
    const claim = first.domain.records[2]?.value ?? ""

    dns.answer("CNAME", host, ["elsewhere.example.org"])
    dns.answer("TXT", host, [`svc-verify=${host}`]) // as a resolver answers that has followed the CNAME
    dns.answer("TXT", `_svc-claim.${host}`, ["of another workspace"])
    const wrong = await ask()
    assert.deepEqual(wrong.missing, [host, `_svc-claim.${host}`])
    assert.deepEqual(statesOf(wrong), [
      ["CNAME", "other", "elsewhere.example.org"],
      ["TXT", "blocked"],
      ["TXT", "other", "of another workspace"],
    ])

    dns.answer("CNAME", host, ["S.Atelier.net."])
    assert.deepEqual((await ask()).missing, [`_svc-claim.${host}`], "who only leads to us has attached nothing")
    dns.answer("TXT", `_svc-claim.${host}`, ["of another workspace", claim])
    const attached = await ask()
    assert.deepEqual([attached.domain.state, attached.missing], ["attached", []])
    assert.deepEqual((await ask(callers.stranger)).missing, [`_svc-claim.${host}`], "the claim is one workspace's")

    dns.answer("CNAME", host, "NXDOMAIN")
    dns.answer("TXT", host, "NXDOMAIN")
    clock.advance(25 * hourMs)
    await recheckDomains({ ...studio.cx, addresses: app.addresses })
    assert.equal(await stateOf(studio, callers.owner), "failing")
  })

  onSqlite("shows what the last check found, and when that was", async (t, kind) => {
    const studio = await studioWithDns(t, kind)
    const { act, dns, clock } = studio
    const shown = async () => (await act("member", listDomains, {})).items[0]
    dns.answer("TXT", host, ["v=spf1 -all", "svc-verify=other.example.com"])
    await act("owner", attachDomain, { domain: host })
    const checkedAt = clock.now()
    clock.advance(hourMs)

    const waiting = await shown()
    assert.equal(waiting?.checkedAt, checkedAt)
    const found = waiting?.records.map(({ state, found }) => [state, ...found])
    assert.deepEqual(found, [["other", "svc-verify=other.example.com"], ["missing"]])

    dns.answer("TXT", host, "SERVFAIL")
    await assert.rejects(act("owner", attachDomain, { domain: host }), { code: "upstream_error" })
    assert.deepEqual(await shown(), waiting, "a check that found nothing out changes nothing")
  })

  onBothDatabases("is detached when its records are missing for three days, not when DNS fails", async (t, kind) => {
    const studio = await studioWithDns(t, kind)
    const { act, cx, callers, dns, clock } = studio
    await addRecords(studio, callers.owner)
    await act("owner", attachDomain, { domain: host })

    dns.answer("TXT", host, "SERVFAIL")
    clock.advance(25 * hourMs)
    await recheckDomains(cx)
    assert.equal(await stateOf(studio, callers.owner), "attached")
    dns.answer("TXT", host, "NXDOMAIN")
    clock.advance(hourMs)
    await recheckDomains(cx)
    assert.equal(await stateOf(studio, callers.owner), "failing")
    dns.answer("TXT", host, [`svc-verify=${host}`])
    clock.advance(25 * hourMs)
    await recheckDomains(cx)
    assert.equal(await stateOf(studio, callers.owner), "attached")

    dns.answer("TXT", `_svc-claim.${host}`, "NODATA")
    for (let day = 0; day < 4; day += 1) {
      clock.advance(25 * hourMs)
      await recheckDomains(cx)
      assert.equal(await stateOf(studio, callers.owner), day < 3 ? "failing" : "waiting", `day ${day}`)
    }
    const failing = `${host} stops working in 3 days: DNS records missing`
    const stopped = `${host} stopped working: DNS records missing for 3 days`
    const works = `${host} works: its short links are live`
    assert.deepEqual(await linesOf(studio, "admin"), [stopped, failing, failing, works], "once each time")
    assert.deepEqual(await linesOf(studio, "member"), [])
  })

  onBothDatabases("does not delay other domains while its DNS does not answer, and shows it", async (t, kind) => {
    const studio = await studioWithDns(t, kind)
    const { act, app, cx, callers, dns, clock, workspaceId } = studio
    await addRecords(studio, callers.owner)
    await act("owner", attachDomain, { domain: host })
    const since = clock.now() - hourMs
    const silent = Array.from({ length: 45 }, (_, n) => `silent-${n}.example.com`)
    await app.database.transaction((db) =>
      db
        .insertInto("domains")
        .values(
          silent.map((hostname) => ({
            ...{ id: newId("domain"), workspace_id: workspaceId, hostname, created_at: since },
            ...{ verified_at: since, checked_at: since, check_due_at: since + 24 * hourMs },
          })),
        )
        .execute(),
    )
    for (const hostname of silent) dns.answer("TXT", hostname, "SERVFAIL")
    dns.answer("TXT", host, "NXDOMAIN")
    clock.advance(25 * hourMs)
    await recheckDomains(cx)
    assert.equal(await stateOf(studio, callers.owner), "failing", "it was looked at behind 45 others")

    const asked = dns.questions.length
    await recheckDomains(cx)
    assert.equal(dns.questions.length, asked, "no name server is asked twice in an hour")
    clock.advance(hourMs)
    await Promise.all([recheckDomains(cx), recheckDomains(cx), recheckDomains(cx)])
    const { items } = await act("owner", listDomains, {})
    assert.deepEqual(
      new Set(items.map(({ hostname, checksUnanswered }) => (hostname === host ? "own" : checksUnanswered))),
      new Set(["own", 2]),
      "of three processes each domain was looked at by one",
    )
  })

  onSqlite("is refused to members below admin, and for names that cannot be owned", async (t, kind) => {
    const { act } = await studioWithDns(t, kind)
    await assert.rejects(act("member", attachDomain, { domain: host }), { code: "workspace_forbidden" })
    await assert.rejects(act("viewer", listDomains, {}), { code: "workspace_forbidden" })
    for (const domain of ["localhost", "com", "https://go.example.com"]) {
      await assert.rejects(act("owner", attachDomain, { domain }), { code: "invalid_request" })
    }
    const { domain } = await act("owner", attachDomain, { domain: host })
    await assert.rejects(act("stranger", removeDomain, { id: domain.id }), { code: "not_found" })
    await act("admin", removeDomain, { id: domain.id })
    assert.deepEqual((await act("owner", listDomains, {})).items, [])
  })
})
