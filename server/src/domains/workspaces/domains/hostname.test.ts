import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { readHostname } from "./hostname.ts"

const base = "https://atelier.example.com"
const addresses = { base, auth: base, mcp: `${base}/mcp`, short: "https://ate.li", files: `${base}/files` }
const read = (text: string) => readHostname(text, addresses)

const accepted: [typed: string, read: string][] = [
  ["shop.example.org", "shop.example.org"],
  ["Shop.Example.ORG", "shop.example.org"],
  ["shop.example.org.", "shop.example.org"],
  ["faß.de", "xn--fa-hia.de"],
  ["münchen.de", "xn--mnchen-3ya.de"],
  ["президент.рф", "xn--d1abbgf6aiiy.xn--p1ai"],
  ["foo.github.io", "foo.github.io"],
  ["example.co.uk", "example.co.uk"],
  ["例え。jp", "xn--r8jz45g.jp"],
]

for (const [typed, expected] of accepted) {
  test(`reads ${typed} as ${expected}`, () => assert.equal(read(typed), expected))
}

const refused = [
  "example.org/",
  "example.org%2e",
  "0x7f.1",
  "127.0.0.1",
  "①②⑦.⓪.⓪.①",
  "[::1]",
  "*.example.org",
  "a_b.example.org",
  "-bad.org",
  "bad-.org",
  "a..b.org",
  "example.org..",
  `${"a".repeat(64)}.org`,
  `${"é".repeat(60)}.org`,
  "localhost",
  "foo.localhost",
  "printer.local",
  "db.internal",
  "a.test",
  "a.onion",
  "1.0.0.127.in-addr.arpa",
  "a.invalid",
  "shop.example",
  "com",
  "co.uk",
  "github.io",
  "foo.notatld",
  "ex ample.org",
  "example.org:80",
  "http://example.org",
  "user@example.org",
  "example.org?x",
  "example.org#x",
  "exa\u0000mple.org",
  "atelier.example.com",
  "www.atelier.example.com",
  "ate.li",
  "",
  ".",
]

for (const typed of refused) {
  test(`refuses ${JSON.stringify(typed)}`, () => {
    assert.throws(() => read(typed), { code: "invalid_request" })
  })
}

test("any text is read as a lower-case ASCII name that reads as itself, or refused", () => {
  const names = fc.oneof(
    fc.domain(),
    fc.string({ unit: "grapheme" }),
    fc.tuple(fc.string(), fc.domain()).map(([a, b]) => `${a}.${b}`),
  )
  fc.assert(
    fc.property(names, (text) => {
      let hostname: string
      try {
        hostname = read(text)
      } catch (error) {
        assert.equal((error as { code?: string }).code, "invalid_request")
        return
      }
      assert.match(hostname, /^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
      assert.ok(hostname.length <= 253)
      assert.equal(read(hostname), hostname)
    }),
    { numRuns: 2_000 },
  )
})
