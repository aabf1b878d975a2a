import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { anyText } from "#test/support/basics/any-text.ts"
import { comparableEmail, toStoredEmail } from "./email-address.ts"

test("an address keeps its local part; its domain becomes lower case and A-labels", () => {
  assert.equal(toStoredEmail(" Bo.Berg+x@Example.COM "), "Bo.Berg+x@example.com")
  assert.equal(toStoredEmail("bo@bücher.example"), "bo@xn--bcher-kva.example")
  assert.equal(comparableEmail("Bo@example.com"), "bo@example.com")
})

test("text that is no address is refused", () => {
  const wrong = ["", "bo", "@example.com", "bo@", "bo@localhost", "bo@127.0.0.1", "bo@①②⑦.⓪.⓪.①", "a b@example.com"]
  const tricks = ["bo@example.com/x", "bo@exa%6dple.com", "bo@example.com:25", "bo@[127.0.0.1]", ".bo@example.com"]
  const injections = [
    "bo@example.com\r\nBcc: x@example.com",
    "bo\n@example.com",
    "bo\u0000@example.com",
    '"bo"@example.com',
  ]
  const lookalikes = ["b\u0131@example.com", "\u212Ao@example.com"]
  for (const text of [...wrong, ...tricks, ...injections, ...lookalikes, `${"a".repeat(65)}@example.com`]) {
    assert.equal(toStoredEmail(text), undefined, JSON.stringify(text))
  }
})

test("for any input, a stored address is printable ASCII, at most 254 long, and stays as it is", () => {
  const parts = fc.oneof(fc.string(), anyText(), fc.emailAddress())
  fc.assert(
    fc.property(
      fc.oneof(
        parts,
        fc.tuple(parts, parts).map(([a, b]) => `${a}@${b}.example`),
      ),
      (text) => {
        const email = toStoredEmail(text)
        if (email === undefined) return
        assert.match(email, /^[!-~]{3,254}$/)
        assert.equal(toStoredEmail(email), email)
      },
    ),
    { numRuns: 2_000 },
  )
})
