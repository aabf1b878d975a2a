import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { anyText } from "#test/support/basics/any-text.ts"
import { comparableEmail, needsUtf8, toStoredEmail, typedEmail } from "./email-address.ts"

test("an address keeps its local part; its domain becomes lower case and A-labels", () => {
  assert.equal(toStoredEmail(" Bo.Berg+x@Example.COM "), "Bo.Berg+x@example.com")
  assert.equal(toStoredEmail("bo@bücher.example"), "bo@xn--bcher-kva.example")
  assert.equal(comparableEmail("Bo@example.com"), "bo@example.com")
})

test("an address is read as people type and paste it", () => {
  const meant = "ann.o'hara@exam-ple.com"
  for (const typed of [
    "ａｎｎ．ｏ＇ｈａｒａ＠ｅｘａｍ－ｐｌｅ．ｃｏｍ",
    "ann.o’hara@exam‑ple.com",
    "\ufeffann.o'hara\u200b@exam\u00ad-ple.com\u2060",
    "\u202aann.o'hara@exam-ple.com\u202c",
    "ann.o'hara@exam-ple.com.",
    "ann.o'hara@exam-ple。com。",
    "“ann.o'hara@exam-ple.com”,",
    "(ann.o'hara@exam-ple.com);",
    "ann.o'hara @ exam-ple. com",
    "ann . o'hara\u00a0@exam-ple.com\r\n",
    "a n n . o ' h a r a @ e x a m - p l e . c o m",
    "mailto:ann.o'hara@exam-ple.com",
    "MAILTO://ann.o%27hara%40exam-ple.com?subject=Hello%20you@there",
    "Email: ann.o'hara@exam-ple.com",
    "Ann O'Hara <ann.o'hara@exam-ple.com>",
    "\"O'Hara, Ann\" <ann.o'hara@exam-ple.com>, ",
    "'ann.o'hara@exam-ple.com' <ann.o'hara@exam-ple.com>",
    "ann.o'hara@exam-ple.com<mailto:ann.o'hara@exam-ple.com>",
    "<mailto:ann.o'hara@exam-ple.com|ann.o'hara@exam-ple.com>",
    "[Ann](mailto:ann.o'hara@exam-ple.com)",
    "[ann.o'hara@exam-ple.com](mailto:ann.o'hara@exam-ple.com)",
    "Ann O’Hara (ann.o'hara@exam-ple.com)",
    "ann.o'hara@exam-ple.com (Ann O’Hara)",
  ])
    assert.equal(toStoredEmail(typed), meant, JSON.stringify(typed))
})

test("a letter that is only a wide or round form of a Latin one is that letter; a similar one is another", () => {
  assert.equal(toStoredEmail("\u212Ao@example.com"), "Ko@example.com")
  for (const similar of ["b\u0131@example.com", "b\u0456@example.com", "b\u0130@example.com"])
    assert.notEqual(comparableEmail(toStoredEmail(similar) ?? "BI@example.com"), "bi@example.com", similar)
})

test("before the @, letters and digits of every script are read in one form, in lower case", () => {
  const meant = Object.entries({
    "почта@пример.рф": "почта@xn--e1afmkfd.xn--p1ai",
    " ПОЧТА@Пример.РФ. ": "почта@xn--e1afmkfd.xn--p1ai",
    "用户＠例子。公司": "用户@xn--fsqu00a.xn--55qx5d",
    "JO\u0308RG+Shop@Example.com": "j\u00f6rg+shop@example.com",
    "mailto:j%C3%B6rg@example.com": "j\u00f6rg@example.com",
    "Jörg <Jörg@example.com>": "jörg@example.com",
    "J\u030can@example.com": "\u01f0an@example.com",
    "संपर्क@डाटामेल.भारत": "संपर्क@xn--c2bd4bq1db8d.xn--h2brj9c",
    "بريد٣@مثال.إختبار": "بريد٣@xn--mgbh0fb.xn--kgbechtv",
    "ök@example.com": "ök@example.com",
  })
  for (const [typed, stored] of meant) {
    assert.equal(toStoredEmail(typed), stored, typed)
    assert.equal(comparableEmail(stored), stored, typed)
    assert.ok(needsUtf8(stored), typed)
  }
  assert.equal(needsUtf8("Bo@xn--e1afmkfd.xn--p1ai"), false)
})

test("text that is no address is refused", () => {
  const wrong = ["", "bo", "@example.com", "bo@", "bo@localhost", "bo@127.0.0.1", "bo@①②⑦.⓪.⓪.①", "a b@example.com"]
  const tricks = ["bo@example.com/x", "bo@exa%6dple.com", "bo@example.com:25", "bo@[127.0.0.1]", ".bo@example.com"]
  const injections = ["bo@example.com\r\nBcc: x@example.com", "bo\n@example.com, x@example.com"]
  const several = [
    "ann@example.com bo@example.com",
    "ann@example.com,bo@example.com",
    "<ann@example.com> <bo@example.com>",
  ]
  const spaced = ["Ann ann@example.com", "ann@exam ple.com", "ann@example.com thanks"]
  for (const text of [...wrong, ...tricks, ...injections, ...several, ...spaced, `${"a".repeat(65)}@example.com`]) {
    assert.equal(toStoredEmail(text), undefined, JSON.stringify(text))
  }
})

const onlyThese = "Before the @, only letters, digits and signs such as . _ + - are accepted"

test("a refusal says why the text is no address", () => {
  const reasons = Object.entries({
    "bo at example": "It has no @",
    "＂＂": "It has no @",
    "bo@@example.com": "It has more than one @",
    "@example.com": "The name before the @ is missing",
    "bo @ ": "The domain after the @ is missing",
    "Bo bo@example.com": "It has a space inside",
    ...{ "☎@example.com": onlyThese, "用\ufe00户@example.com": onlyThese, "\u0308bo@example.com": onlyThese },
    ...{ "می\u200cخوانم@example.com": onlyThese, "=?utf-8?q?bo?=@example.com": onlyThese },
    "bo.@example.com": "Before the @, a dot must stand between other characters",
    "bo@examplecom": "The domain after the @ has no dot",
    "bo@exa_mple.com": "What follows the @ is not a domain",
    ...{ [`${"a".repeat(65)}@example.com`]: "It is too long", [`${"я".repeat(33)}@example.com`]: "It is too long" },
  })
  for (const [text, reason] of reasons) {
    const { error } = typedEmail.safeParse(text)
    assert.equal(error?.issues[0]?.message, `must be a valid email address. ${reason}`, text)
  }
})

test("for any input, a stored address has no space or control, at most 254 bytes, and stays as it is", () => {
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
        assert.match(email, /^(?:[!-~]|\p{L}|\p{M}|\p{N})+@[!-~]+$/u)
        assert.ok(Buffer.byteLength(email) <= 254)
        assert.equal(toStoredEmail(email), email)
        assert.equal(toStoredEmail(comparableEmail(email)), comparableEmail(email))
        if (needsUtf8(email)) assert.equal(comparableEmail(email), email)
      },
    ),
    { numRuns: 2_000 },
  )
})
