import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { connect } from "node:net"
import { describe, test } from "node:test"
import { readAnswer } from "#test/support/http/raw-http.ts"
import { assertEveryHeader, httpTill, httpWorld, listen } from "#test/support/worlds/http-world.ts"

const slug = "/api/onboard/check-slug?slug=fresh"

describe("the listener", () => {
  test("404 for the API on another host, when hosts differ", async (t) => {
    const { server } = await httpWorld(t, { settings: { SVC_FILES_URL: "http://127.0.0.1:3000/files" } })
    const ask = (host: string) => server.inject({ url: slug, headers: { host } })

    assert.equal((await ask("localhost:3000")).statusCode, 200)
    const elsewhere = await ask("127.0.0.1:3000")

    assert.equal(elsewhere.statusCode, 404)
    assert.equal(elsewhere.json().error.code, "not_found")
  })

  test("503 with Retry-After for a request after the stop began; the one before it is answered", async (t) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    const dns = {
      txt: async () => {
        asked()
        await held
        return []
      },
      cname: async () => [],
      addresses: async () => [],
    }
    const http = await httpWorld(t, { change: (app) => ({ ...app, dns }) })
    const { port } = await listen(http)
    const socket = connect(port, "127.0.0.1")
    const body = '{"domain":"shop.example.com"}'
    const headers = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    socket.write(`POST /api/onboard/check-domain HTTP/1.1\r\n${headers}\r\n${body}`)
    await isAsked

    const closed = http.server.close()
    while (http.server.server.listening) await new Promise((resolve) => setImmediate(resolve))
    const isSecondThere = once(http.server.server, "request")
    socket.write(`GET ${slug} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    await isSecondThere
    release()
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    await closed

    const text = Buffer.concat(chunks).toString()
    const second = text.indexOf("HTTP/1.1", 1)
    assert.equal(readAnswer(text).status, 200)
    const late = readAnswer(text.slice(second))
    assert.equal(late.status, 503)
    assert.equal(JSON.parse(late.text).error.code, "internal_error")
    assertEveryHeader(late)
  })

  test("200 with the request's own id when it is safe, and otherwise with a generated one", async (t) => {
    const { get } = await httpWorld(t)
    const id = async (sent: string) => (await get(slug, { "x-request-id": sent })).headers["x-request-id"]

    assert.equal(await id("build-4711.retry_2"), "build-4711.retry_2")
    for (const sent of ["short", "x".repeat(65), "a b c d e f", "<script>alert(1)</script>", "{jndi:ldap://x}"]) {
      assert.match((await id(sent)) ?? "", /^[0-9a-f-]{36}$/)
    }
  })

  test("200 and refusals each write one line of the log, without a secret, an address or a query", async (t) => {
    const lines: string[] = []
    const keep = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
    const log = { info: keep, warn: keep, error: keep, answered: (line: object) => keep(line, "Answered.") }
    const { get, post, pay, ask } = await httpTill(t, { log })
    lines.length = 0
    const canary = "canary-7f3a"
    const key = { "idempotency-key": randomUUID(), cookie: `buyer=${canary}`, authorization: `Bearer ${canary}` }

    await get(`${slug}${canary}`)
    const { body } = await post(`${pay}/checkout`, { buyerEmail: `${canary}@example.com`, giftCode: canary }, key)
    await post(`${pay}/gift`, { code: canary }, key)
    await post(`${pay}/verify`, { sessionId: canary }, key)
    await get(`/api/${canary}/x?y=${canary}`)
    await ask("POST", `${pay}/gift`, { headers: { "content-type": "application/json" }, payload: `{"code":"${canary}` })

    assert.equal(lines.length, 6)
    assert.ok(body)
    const text = lines.join("\n")
    assert.ok(!text.includes(canary), text)
    assert.ok(!text.includes(key["idempotency-key"]))
    assert.match(lines[0] ?? "", /"endpoint":"checkSlug","status":200/)
  })
})
