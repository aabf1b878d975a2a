import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { endpoints } from "#surfaces/rest/endpoints.ts"
import { httpTill, httpWorld } from "#test/support/worlds/http-world.ts"

const origin = { origin: "https://shop.example.com" }

describe("CORS, HEAD and OPTIONS", () => {
  test("204 to a preflight of every endpoint, for every origin and without credentials", async (t) => {
    const { ask } = await httpWorld(t)

    for (const { method, path } of endpoints) {
      const asked = { ...origin, "access-control-request-method": method }
      const { status, headers, bytes } = await ask("OPTIONS", path.replace("{key}", "demo"), { headers: asked })

      assert.equal(status, 204, path)
      assert.equal(bytes.length, 0)
      assert.equal(headers["access-control-allow-origin"], "*")
      assert.equal(headers["access-control-allow-credentials"], undefined)
      const methods = method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS"
      assert.equal(headers.allow, methods)
      assert.equal(headers["access-control-allow-methods"], methods)
      for (const name of ["Content-Type", "Idempotency-Key", "SVC-Version"]) {
        assert.ok(headers["access-control-allow-headers"]?.includes(name), name)
      }
    }
  })

  test("200 and refusals expose the API's headers to scripts of other origins", async (t) => {
    const { get } = await httpWorld(t)
    const names = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After", "SVC-Version"]
    const more = ["Deprecation", "Sunset", "Link", "Idempotent-Replayed", "X-Request-Id"]

    for (const path of ["/api/onboard/check-slug?slug=fresh", "/api/pay/zz99", "/api/nothing"]) {
      const { headers } = await get(path, origin)
      const exposed = headers["access-control-expose-headers"]?.split(", ")
      assert.deepEqual(
        [...names, ...more].filter((name) => !exposed?.includes(name)),
        [],
      )
      assert.equal(headers["access-control-allow-credentials"], undefined)
    }
  })

  test("200 to HEAD with the headers of GET and no body, on every endpoint that has GET", async (t) => {
    const { ask, get, pay } = await httpTill(t)

    for (const path of ["/api/onboard/check-slug?slug=fresh", pay, "/api/og?title=a", "/openapi.json"]) {
      const [whole, head] = [await get(path), await ask("HEAD", path)]
      assert.equal(head.status, 200, path)
      assert.equal(head.bytes.length, 0, path)
      for (const name of ["content-type", "content-length", "cache-control", "svc-version", "etag"]) {
        assert.equal(head.headers[name], whole.headers[name], `${path} ${name}`)
      }
    }
    assert.equal((await ask("HEAD", "/api/pay/zz99")).status, 404)
  })

  test("405 with Allow for every other method of every endpoint", async (t) => {
    const { ask } = await httpWorld(t)

    for (const { method, path } of endpoints) {
      const others = ["PUT", "PATCH", "DELETE", "TRACE", method === "GET" ? "POST" : "GET", "PROPFIND"]
      for (const other of others) {
        const { status, headers, body } = await ask(other, path.replace("{key}", "demo"))
        assert.equal(status, 405, `${other} ${path}`)
        assert.ok(headers.allow?.startsWith(method))
        assert.equal(body.error.code, "invalid_request")
      }
    }
  })
})
