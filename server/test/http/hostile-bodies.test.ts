import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { httpTill, httpWorld } from "#test/support/worlds/http-world.ts"

const path = "/api/onboard/check-domain"
const json = { "content-type": "application/json" }
const nested = (levels: number) => `{"domain":${"[".repeat(levels)}${"]".repeat(levels)}}`

const refused: Record<string, string | Buffer> = {
  nothing: "",
  "half an object": '{"domain":',
  "a list": '["shop.example.com"]',
  "a text": '"shop.example.com"',
  null: "null",
  "a number": "7",
  "two objects": "{}{}",
  "a comment": '{"domain":"shop.example.com"/* */}',
  "single quotes": "{'domain':'shop.example.com'}",
  "not UTF-8": Buffer.from([0x7b, 0x22, 0x64, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  "UTF-16": Buffer.from('{"domain":"shop.example.com"}', "utf16le"),
  "U+0000 as an escape": '{"domain":"shop\\u0000.example.com"}',
  "U+0000 in a name": '{"domain":"shop.example.com","a\\u0000":1}',
  "half a surrogate pair": '{"domain":"\\ud800.example.com"}',
  "a field twice": '{"domain":"a.example.com","domain":"b.example.com"}',
  "a field twice, once escaped": '{"domain":"a.example.com","d\\u006fmain":"b.example.com"}',
  __proto__: '{"__proto__":{"domain":"shop.example.com"}}',
  "__proto__, escaped": '{"\\u005f_proto__":{"domain":"shop.example.com"}}',
  "__proto__, deep inside": '{"domain":"shop.example.com","a":[{"__proto__":1}]}',
  constructor: '{"domain":"shop.example.com","constructor":{"prototype":{"x":1}}}',
  "33 levels": nested(33),
  "thirty thousand levels": nested(30_000),
}

describe("bodies", () => {
  for (const [name, body] of Object.entries(refused)) {
    test(`400 for ${name}`, async (t) => {
      const { ask } = await httpWorld(t)

      const answer = await ask("POST", path, { headers: json, payload: body })

      assert.equal(answer.status, 400)
      assert.equal(answer.body.error.code, "invalid_request")
      assert.match(answer.body.error.message, /\.$/)
      assert.doesNotMatch(JSON.stringify(answer.body), /at position|Unexpected|node:|\.ts/)
    })
  }

  test("400 for the wrong type, never a guess: numbers, booleans, lists and null are no texts", async (t) => {
    const { post } = await httpWorld(t)

    for (const domain of [1, true, ["shop.example.com"], { a: 1 }, null]) {
      assert.equal((await post(path, { domain })).status, 400, JSON.stringify(domain))
    }
  })

  test("400 for null in an optional field: null is not absent", async (t) => {
    const { post, pay } = await httpTill(t)

    const { status, body } = await post(`${pay}/checkout`, { buyerEmail: "bo@example.com", giftCode: null })

    assert.equal(status, 400)
    assert.match(body.error.message, /giftCode/)
  })

  test("200 for unknown fields, quotes and colons inside texts, and 32 levels of them", async (t) => {
    const { post, pay } = await httpTill(t)
    const deep = Array.from({ length: 30 }).reduce<unknown>((inner) => [inner], "x")
    const odd = { 'a":"b': '{"c":1,"c":2}', "é\\": "\\\"'\u2028", key: "zz99", toString: 1, deep }

    const { status } = await post(`${pay}/checkout`, { buyerEmail: "bo@example.com", ...odd })

    assert.equal(status, 200, "and a `key` in the body does not replace the one in the path")
    assert.equal(({} as Record<string, unknown>).x, undefined)
  })

  test("413 for a body over 64 KiB, with or without a Content-Length", async (t) => {
    const { ask } = await httpWorld(t)
    const body = JSON.stringify({ domain: "shop.example.com", padding: "x".repeat(64 * 1024) })

    const { status, body: refusal } = await ask("POST", path, { headers: json, payload: body })

    assert.equal(status, 413)
    assert.equal(refusal.error.code, "invalid_request")
    assert.match(refusal.error.hint, /64 KiB/)
  })

  test("415 for another content type, none, another charset and compressed bodies", async (t) => {
    const { ask } = await httpWorld(t)
    const body = '{"domain":"shop.example.com"}'
    const headers: Record<string, string>[] = [
      {},
      { "content-type": "text/plain" },
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": "application/jsonx" },
      { "content-type": "nonsense" },
      { "content-type": "application/json; charset=utf-16" },
      { ...json, "content-encoding": "gzip" },
    ]

    for (const header of headers) {
      const answer = await ask("POST", path, { headers: header, payload: body })
      assert.equal(answer.status, 415, JSON.stringify(header))
      assert.equal(answer.body.error.code, "invalid_request")
      assert.ok(answer.body.error.hint)
    }
  })

  test("400, not 415, when the type is right with its charset in any case", async (t) => {
    const { ask } = await httpWorld(t)

    for (const type of ["application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"']) {
      assert.equal((await ask("POST", path, { headers: { "content-type": type }, payload: "{" })).status, 400, type)
    }
  })
})
