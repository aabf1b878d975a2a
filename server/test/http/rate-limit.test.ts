import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { httpWorld, listen } from "#test/support/worlds/http-world.ts"

const slug = "/api/onboard/check-slug?slug=fresh"

const headersOf = (headers: Record<string, string>) => [headers["ratelimit-limit"], headers["ratelimit-remaining"]]

describe("rate limits", () => {
  test("200, 204, 404, 405 and openapi.json count against the reads, and each says how many are left", async (t) => {
    const { get, ask } = await httpWorld(t, { settings: { SVC_RATE_READS: "20" } })
    const requests: [method: string, path: string, status: number][] = [
      ["GET", slug, 200],
      ["HEAD", slug, 200],
      ["OPTIONS", slug, 204],
      ["GET", "/api/nothing", 404],
      ["POST", "/nothing", 404],
      ["DELETE", "/api/og", 405],
      ["TRACE", slug, 405],
      ["GET", "/openapi.json", 200],
      ["HEAD", "/openapi.json", 200],
      ["GET", "/api/pay/%ff", 404],
    ]

    for (const [at, [method, path, expected]] of requests.entries()) {
      const { status, headers } = await ask(method, path)
      assert.equal(status, expected, `${method} ${path}`)
      assert.deepEqual(headersOf(headers), ["20", String(19 - at)], `${method} ${path}`)
      assert.ok(Number(headers["ratelimit-reset"]) >= 1 && Number(headers["ratelimit-reset"]) <= 60)
    }
    assert.equal((await get(slug)).headers["ratelimit-remaining"], "9")
  })

  test("429 for reads does not affect writes, images and gifts: each has its own limit", async (t) => {
    const settings = { SVC_RATE_READS: "1", SVC_RATE_WRITES: "2", SVC_RATE_IMAGES: "3", SVC_RATE_GIFTS: "4" }
    const { get, post } = await httpWorld(t, { settings })
    await get(slug)

    assert.equal((await get(slug)).status, 429)
    assert.deepEqual(headersOf((await post("/api/onboard/check-domain", {})).headers), ["2", "1"])
    assert.deepEqual(headersOf((await get("/api/og")).headers), ["3", "2"])
    assert.deepEqual(headersOf((await post("/api/pay/demo/gift", {})).headers), ["4", "3"])
  })

  test("429 never counts below zero, and says after how many seconds to retry", async (t) => {
    const { get } = await httpWorld(t, { settings: { SVC_RATE_READS: "1" } })
    await get(slug)
    await get(slug)

    const { status, headers, body } = await get(slug)

    assert.equal(status, 429)
    assert.deepEqual(headersOf(headers), ["1", "0"])
    const wait = Number(headers["retry-after"])
    assert.ok(wait >= Number(headers["ratelimit-reset"]) && wait <= 60)
    assert.ok(body.error.hint)
  })

  test("400, 413 and 415 count: the limit is checked before the body is read", async (t) => {
    const { ask } = await httpWorld(t, { settings: { SVC_RATE_WRITES: "10" } })
    const path = "/api/onboard/check-domain"
    const json = { "content-type": "application/json" }

    const answers = [
      await ask("POST", path, { headers: json, payload: "{" }),
      await ask("POST", path, { headers: { "content-type": "text/plain" }, payload: "x" }),
      await ask("POST", path, { headers: json, payload: `"${"x".repeat(70_000)}"` }),
    ]

    assert.deepEqual(valuesOf(answers, "status"), [400, 415, 413])
    assert.deepEqual(
      answers.map(({ headers }) => headers["ratelimit-remaining"]),
      ["9", "8", "7"],
    )
  })

  test("200 for another network while one is over its limit; a made-up X-Forwarded-For changes nothing", async (t) => {
    const { server } = await httpWorld(t, { settings: { SVC_RATE_READS: "1" } })
    const from = async (remoteAddress: string, forwarded?: string) => {
      const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded }
      return (await server.inject({ url: slug, remoteAddress, headers })).statusCode
    }

    assert.equal(await from("203.0.113.7"), 200)
    assert.equal(await from("203.0.113.7", "198.51.100.1"), 429)
    assert.equal(await from("::ffff:203.0.113.7"), 429)
    assert.equal(await from("203.0.113.8"), 200)
    assert.equal(await from("2001:db8:1:2::1"), 200)
    assert.equal(await from("2001:db8:1:2:ffff::9"), 429)
    assert.equal(await from("2001:db8:1:3::1"), 200)
  })

  test("200 behind trusted proxies for the nearest address that is none of them, after any forged addresses", async (t) => {
    const { server } = await httpWorld(t, {
      settings: { SVC_RATE_READS: "1", SVC_TRUSTED_PROXIES: "10.0.0.0/8, 2001:db8::1" },
    })
    const from = async (remoteAddress: string, forwarded: string) =>
      (await server.inject({ url: slug, remoteAddress, headers: { "x-forwarded-for": forwarded } })).statusCode

    assert.equal(await from("10.0.0.1", "203.0.113.7"), 200)
    assert.equal(await from("10.0.0.2", "203.0.113.7, 10.1.1.1"), 429)
    assert.equal(await from("::ffff:10.0.0.1", "198.51.100.9, 203.0.113.7:4711"), 429)
    assert.equal(await from("2001:db8::1", "1.1.1.1, 203.0.113.7"), 429)
    assert.equal(await from("10.0.0.1", "203.0.113.8"), 200)
    assert.equal(await from("192.0.2.1", "203.0.113.99"), 200)
    assert.equal(await from("192.0.2.1", "203.0.113.98"), 429)
  })

  test("400 of Node's own parser counts and carries the headers too", async (t) => {
    const http = await httpWorld(t, { settings: { SVC_RATE_READS: "20" } })
    const { port } = await listen(http)
    const { request } = await import("#test/support/http/raw-http.ts")

    await request(port, "GET / HTTP/1.1\r\nbad header\r\n\r\n")
    const { status, headers } = await request(port, "GET / HTTP/1.1\r\nbad header\r\n\r\n")

    assert.equal(status, 400)
    assert.deepEqual(headersOf(headers), ["20", "18"])
  })
})
