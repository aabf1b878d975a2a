import assert from "node:assert/strict"
import { describe, type TestContext, test } from "node:test"
import { type RawAnswer, request } from "#test/support/http/raw-http.ts"
import { assertEveryHeader, httpWorld, listen } from "#test/support/worlds/http-world.ts"

async function opened(t: TestContext): Promise<(bytes: string | Buffer) => Promise<RawAnswer>> {
  const { port } = await listen(await httpWorld(t))
  return (bytes) => request(port, bytes)
}

function assertEnvelope(answer: RawAnswer, status: number, name: string): void {
  assert.equal(answer.status, status, name)
  assert.equal(answer.headers["content-type"], "application/json; charset=utf-8", name)
  assert.equal(answer.headers["content-length"], String(Buffer.byteLength(answer.text)), name)
  assert.equal(JSON.parse(answer.text).error.code, "invalid_request", name)
  assertEveryHeader(answer)
}

const host = "Host: localhost\r\n"

describe("requests that Node's parser refuses", () => {
  test("400 with the envelope and every header for requests that are not well-formed HTTP", async (t) => {
    const ask = await opened(t)
    const malformed = {
      "no HTTP at all": "hello\r\n\r\n",
      "a header without a colon": `GET / HTTP/1.1\r\n${host}nonsense\r\n\r\n`,
      "a control character in a header": `GET / HTTP/1.1\r\n${host}x: a\x01b\r\n\r\n`,
      "a body with two lengths": `POST /api/pay/demo/gift HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`,
      "a length beside chunks": `POST /api/pay/demo/gift HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      "a chunk that is none": `POST /api/pay/demo/gift HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      "a method that does not exist": `FETCH / HTTP/1.1\r\n${host}\r\n`,
      "an unknown version": `GET / HTTP/9.9\r\n${host}\r\n`,
    }

    for (const [name, bytes] of Object.entries(malformed)) assertEnvelope(await ask(bytes), 400, name)
  })

  test("400 for a request without Host", async (t) => {
    const ask = await opened(t)

    assertEnvelope(await ask("GET /api/og HTTP/1.1\r\nConnection: close\r\n\r\n"), 400, "no Host")
    assert.equal((await ask("GET /api/onboard/check-slug HTTP/1.0\r\n\r\n")).status, 200, "HTTP/1.0 has none")
  })

  test("200 for an unknown Expect", async (t) => {
    const ask = await opened(t)

    const { status } = await ask(
      `GET /api/onboard/check-slug HTTP/1.1\r\n${host}Expect: tea\r\nConnection: close\r\n\r\n`,
    )

    assert.equal(status, 200)
  })

  test("400 for two headers of which only one may count", async (t) => {
    const ask = await opened(t)
    const doubled = [
      `${host}Host: evil.example\r\n`,
      `${host}Authorization: Bearer a\r\nauthorization: Bearer b\r\n`,
      `${host}Content-Type: application/json\r\nContent-Type: text/plain\r\n`,
    ]

    for (const headers of doubled) {
      const answer = await ask(`GET /api/onboard/check-slug HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)
      assertEnvelope(answer, 400, headers)
    }
  })

  test("400 for an Idempotency-Key or SVC-Version that was sent twice, even with the same value", async (t) => {
    const ask = await opened(t)
    const key = "8e03978e-40d5-43e8-bc93-6894a57f9324"
    const body = '{"domain":"shop.example.com"}'
    const doubled = [
      `Idempotency-Key: ${key}\r\nIdempotency-Key: ${key}\r\n`,
      "SVC-Version: 2026-08-24\r\nSVC-Version: 2026-08-24\r\n",
    ]

    for (const headers of doubled) {
      const answer = await ask(
        `POST /api/onboard/check-domain HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n${headers}Connection: close\r\n\r\n${body}`,
      )
      assertEnvelope(answer, 400, headers)
    }
  })

  test("405 for TRACE, which would show a client its own headers", async (t) => {
    const ask = await opened(t)

    const answer = await ask(
      `TRACE /api/onboard/check-slug HTTP/1.1\r\n${host}Cookie: secret=1\r\nConnection: close\r\n\r\n`,
    )

    assertEnvelope(answer, 405, "TRACE")
    assert.doesNotMatch(answer.text, /secret/)
  })

  test("405 for CONNECT: this is no proxy", async (t) => {
    const ask = await opened(t)

    assertEnvelope(await ask(`CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`), 405, "CONNECT")
  })

  test("431 for headers larger than 16 KiB, and for an address as large", async (t) => {
    const ask = await opened(t)

    assertEnvelope(await ask(`GET / HTTP/1.1\r\n${host}x: ${"x".repeat(20_000)}\r\n\r\n`), 431, "header")
    assertEnvelope(await ask(`GET /${"x".repeat(20_000)} HTTP/1.1\r\n${host}\r\n`), 431, "address")
  })

  test("408 for headers that never end", async (t) => {
    const world = await httpWorld(t)
    Object.assign(world.server.server, { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 50 })
    const { port } = await listen(world)

    assertEnvelope(await request(port, `GET / HTTP/1.1\r\n${host}x: `), 408, "headers")
  })
})
