import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { dayMs } from "#kernel/time/units.ts"
import { openVersions, type Version } from "#surfaces/transport/version.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { httpTill, httpWorld } from "#test/support/worlds/http-world.ts"

const deprecation = {
  deprecatedAt: Date.UTC(2026, 9, 1),
  sunsetAt: Date.UTC(2027, 5, 1),
  migration: "https://atelier.example.com/migrate",
}

/** The present version as an old one, and newer ones that changed check-domain's input and answer. */
const versions: readonly Version[] = [
  { date: "2026-08-24", changes: [], deprecation },
  {
    date: "2026-11-01",
    changes: [
      {
        endpointId: "checkDomain",
        description: "The domain is sent as `domain`; it was `hostname`.",
        up: ({ hostname, ...input }) => ({ ...input, domain: hostname }),
        down: ({ expectedRecord, ...body }) => ({ ...body, record: expectedRecord }),
      },
    ],
  },
  {
    date: "2026-11-15",
    changes: [
      {
        endpointId: "checkDomain",
        description: "`verified` is a boolean; it was a word.",
        down: ({ verified, ...body }) => ({ ...body, verified: verified ? "yes" : "no" }),
      },
    ],
  },
]

const checkDomain = "/api/onboard/check-domain"

describe("SVC-Version", () => {
  test("200 pinned to the oldest version when the header is left out, and echoed", async (t) => {
    const { get } = await httpWorld(t)

    const { headers } = await get("/api/onboard/check-slug?slug=fresh")
    const named = await get("/api/onboard/check-slug?slug=fresh", { "svc-version": "2026-08-24" })

    assert.equal(headers["svc-version"], "2026-08-24")
    assert.equal(headers.vary, "SVC-Version")
    assert.equal(headers.deprecation, undefined)
    assert.equal(named.status, 200)
  })

  test("400 on every endpoint for a date that is unsupported, malformed, empty or sent twice", async (t) => {
    const { get, post, pay } = await httpTill(t)
    const wrong = ["2026-08-25", "2026-02-30", "2026-8-24", "latest", "", "2026-08-24, 2026-08-24", "__proto__"]

    for (const version of wrong) {
      const header = { "svc-version": version }
      const answers = await Promise.all([
        get("/api/onboard/check-slug?slug=fresh", header),
        get(pay, header),
        get("/api/og", header),
        post(checkDomain, { domain: "shop.example.com" }, header),
        post(`${pay}/checkout`, { buyerEmail: "bo@example.com" }, header),
        post(`${pay}/verify`, { sessionId: "cs_1" }, header),
        post(`${pay}/gift`, { code: "ABC" }, header),
      ])
      for (const { status, body } of answers) {
        assert.equal(status, 400, version)
        assert.equal(body.error.code, "invalid_request")
        assert.match(body.error.hint, /2026-08-24/)
      }
    }
  })

  test("200 in the form of the caller's version: requests are upgraded, answers are downgraded", async (t) => {
    const dns = await dnsServer(t)
    const { post } = await httpWorld(t, { versions, dnsServers: [dns.address] })

    const oldest = await post(checkDomain, { hostname: "shop.example.com" })
    const middle = await post(checkDomain, { domain: "shop.example.com" }, { "svc-version": "2026-11-01" })
    const newest = await post(checkDomain, { domain: "shop.example.com" }, { "svc-version": "2026-11-15" })

    assert.deepEqual(oldest.body, { verified: "no", record: "svc-verify=shop.example.com" })
    assert.deepEqual(middle.body, { verified: "no", expectedRecord: "svc-verify=shop.example.com" })
    assert.deepEqual(newest.body, { verified: false, expectedRecord: "svc-verify=shop.example.com" })
  })

  test("200, 400, 404, 405 and 429 of a deprecated version announce that; the newest version does not", async (t) => {
    const { get, ask } = await httpWorld(t, { versions, settings: { SVC_RATE_READS: "5" } })
    const answers = [
      await get("/api/onboard/check-slug?slug=fresh"),
      await get("/api/onboard/check-slug?slug=fresh", { "svc-version": "2026-08-24" }),
      await get("/api/pay/zz99"),
      await ask("PUT", "/api/pay/zz99"),
    ]
    const newest = await get("/api/onboard/check-slug?slug=fresh", { "svc-version": "2026-11-15" })
    answers.push(await get("/api/onboard/check-slug?slug=fresh"))

    assert.deepEqual(valuesOf(answers, "status"), [200, 200, 404, 405, 429])
    for (const { headers } of answers) {
      assert.equal(headers.deprecation, "Thu, 01 Oct 2026 00:00:00 GMT")
      assert.equal(headers.sunset, "Tue, 01 Jun 2027 00:00:00 GMT")
      assert.match(headers.link ?? "", /<https:\/\/atelier\.example\.com\/migrate>; rel="deprecation"/)
    }
    assert.equal(newest.headers.deprecation, undefined)
    assert.equal(newest.headers.sunset, undefined)
    assert.equal(newest.headers.link, undefined)
  })

  test("400 with the next step once a version has stopped, and not a millisecond sooner", async (t) => {
    const { get, clock } = await httpWorld(t, { versions })
    const ask = () => get("/api/onboard/check-slug?slug=fresh", { "svc-version": "2026-08-24" })
    clock.advance(deprecation.sunsetAt - clock.now() - 1)
    assert.equal((await ask()).status, 200)
    clock.advance(1)

    const { status, body } = await ask()

    assert.equal(status, 400)
    assert.match(body.error.hint, /2026-11-15.*migrate/)
    const unnamed = await get("/api/onboard/check-slug?slug=fresh")
    assert.equal(unnamed.status, 200)
    assert.equal(unnamed.headers["svc-version"], "2026-11-01", "pinned to the oldest version that has not stopped")
  })
})

test("a version that would stop less than 180 days after its deprecation stops the start", () => {
  const withNotice = (ms: number) => [
    { date: "2026-08-24", changes: [], deprecation: { ...deprecation, sunsetAt: deprecation.deprecatedAt + ms } },
  ]

  assert.throws(() => openVersions(withNotice(180 * dayMs - 1)), /180 days/)
  assert.equal(openVersions(withNotice(180 * dayMs)).oldestAt(0).date, "2026-08-24")
})

test("versions that are out of order, or none at all, stop the start", () => {
  assert.throws(() => openVersions([...versions].reverse()), /must come before/)
  assert.throws(() => openVersions([]), /at least one/)
})
