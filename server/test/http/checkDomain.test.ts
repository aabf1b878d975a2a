import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { describe, type TestContext, test } from "node:test"
import { newId } from "#kernel/ids.ts"
import { type DnsServer, dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { enterInDirectory } from "#test/support/workspace/directory.ts"
import { type HttpOptions, type HttpWorld, httpWorld } from "#test/support/worlds/http-world.ts"

const path = "/api/onboard/check-domain"

async function opened(t: TestContext, options: HttpOptions = {}): Promise<HttpWorld & { dns: DnsServer }> {
  const dns = await dnsServer(t)
  return { ...(await httpWorld(t, { ...options, dnsServers: [dns.address] })), dns }
}

async function attach({ app, workspaceId }: HttpWorld, hostname: string, verifiedAt: number | null): Promise<void> {
  const row = { id: newId("domain"), workspace_id: workspaceId, hostname, created_at: app.now(), checked_at: null }
  await app.database.transaction(async (db) => {
    await db
      .insertInto("domains")
      .values({ ...row, verified_at: verifiedAt })
      .execute()
    if (verifiedAt !== null) await enterInDirectory(db, { kind: "hostname", key: hostname, workspace_id: workspaceId })
  })
}

describe("POST /api/onboard/check-domain", () => {
  test("200 verified when one of the TXT records is the expected one, in chunks or in quotes too", async (t) => {
    const { post, dns } = await opened(t)
    dns.answer("TXT", "one.example.com", ["v=spf1 -all", "svc-verify=one.example.com"])
    dns.answer("TXT", "two.example.com", [["svc-verify=", "two.example.com"]])
    dns.answer("TXT", "three.example.com", [' "svc-verify=three.example.com" '])
    dns.answer("TXT", "xn--mnchen-3ya.example.com", ["svc-verify=xn--mnchen-3ya.example.com"])

    for (const domain of ["one.example.com", "TWO.Example.com.", "three.example.com", "münchen.example.com"]) {
      const { status, body } = await post(path, { domain })
      assert.equal(status, 200)
      assert.deepEqual(body, { verified: true }, domain)
    }
  })

  test("200 not verified, with the record to add, for no name, no record and similar records", async (t) => {
    const { post, dns } = await opened(t)
    dns.answer("TXT", "empty.example.com", "NODATA")
    dns.answer("TXT", "close.example.com", ["svc-verify=close.example.com.evil.com", "x svc-verify=close.example.com"])

    for (const domain of ["missing.example.com", "empty.example.com", "close.example.com"]) {
      const { status, body } = await post(path, { domain })
      assert.equal(status, 200)
      assert.deepEqual(body, { verified: false, expectedRecord: `svc-verify=${domain}` })
    }
  })

  test("200 computed again for the same key until the record is there, and replayed from then on", async (t) => {
    const { post, dns, clock } = await opened(t)
    dns.answer("TXT", "shop.example.com", "NXDOMAIN", ["svc-verify=shop.example.com"])
    const key = { "idempotency-key": randomUUID() }
    const ask = () => post(path, { domain: "shop.example.com" }, key)

    assert.equal((await ask()).body.verified, false)
    clock.advance(20_000) // the resolver caches a result for 15 s
    const verified = await ask()
    const replayed = await ask()

    assert.equal(verified.body.verified, true)
    assert.equal(verified.headers["idempotent-replayed"], undefined)
    assert.equal(replayed.headers["idempotent-replayed"], "true")
    assert.deepEqual(replayed.bytes, verified.bytes)
  })

  test("400 for all text but a public hostname of the caller's, and no name server is queried", async (t) => {
    const { post, dns } = await opened(t)

    for (const domain of ["127.0.0.1", "http://example.com", "*.example.com", "github.io", "shop.local", "localhost"]) {
      const { status, body } = await post(path, { domain })
      assert.equal(status, 400, domain)
      assert.equal(body.error.code, "invalid_request")
      assert.ok(body.error.hint, "says what to send instead")
    }
    assert.deepEqual(dns.questions, [])
  })

  test("400 for a domain that is missing, null, a number, too short or too long", async (t) => {
    const { post } = await opened(t)

    for (const body of [{}, { domain: null }, { domain: 7 }, { domain: "ab" }, { domain: `${"a.".repeat(130)}com` }]) {
      const answer = await post(path, body)
      assert.equal(answer.status, 400)
      assert.match(answer.body.error.message, /domain/)
    }
  })

  test("409 for a domain of another workspace, only for a caller who has set the record", async (t) => {
    const world = await opened(t)
    const { post, dns, app } = world
    await attach(world, "taken.example.com", app.now())
    await attach(world, "wished.example.com", null)
    dns.answer("TXT", "wished.example.com", ["svc-verify=wished.example.com"])
    dns.answer("TXT", "taken.example.com", "NXDOMAIN", ["svc-verify=taken.example.com"])

    const before = await post(path, { domain: "taken.example.com" })
    world.clock.advance(20_000)
    const { status, body } = await post(path, { domain: "taken.example.com" })

    assert.equal(before.body.verified, false)
    assert.equal(status, 409)
    assert.equal(body.error.code, "conflict")
    assert.deepEqual((await post(path, { domain: "wished.example.com" })).body, { verified: true })
  })

  test("429 once the network has used up its writes", async (t) => {
    const { post } = await opened(t, { settings: { SVC_RATE_WRITES: "1" } })
    await post(path, {})

    assert.equal((await post(path, {})).status, 429)
  })

  test("429 for a domain that one client checks again and again; another one may still check it", async (t) => {
    const { post } = await opened(t, { settings: { SVC_RATE_WRITES: "1000", SVC_TRUSTED_PROXIES: "127.0.0.1" } })
    for (let times = 0; times < 30; times += 1) await post(path, { domain: `n${times}.example.com` })

    const { status, body } = await post(path, { domain: "another.example.com" })

    assert.equal(status, 429)
    assert.equal(body.error.code, "rate_limited")
    assert.equal((await post(path, { domain: "example.org" })).status, 200)
    const other = { "x-forwarded-for": "203.0.113.7" }
    assert.equal((await post(path, { domain: "another.example.com" }, other)).status, 200)
  })

  test("500 upstream_error when the name server fails, which says nothing about the domain", async (t) => {
    const { post, dns } = await opened(t)
    dns.answer("TXT", "broken.example.com", "SERVFAIL")
    dns.answer("TXT", "refused.example.com", "REFUSED")

    for (const domain of ["broken.example.com", "refused.example.com"]) {
      const { status, body } = await post(path, { domain })
      assert.equal(status, 500)
      assert.equal(body.error.code, "upstream_error")
    }
  })
})
