import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { reservedSlugs } from "./reserved-slugs.ts"
import { normaliseSlug } from "./slug.ts"

const examples: [typed: string, slug: string][] = [
  ["My Studio!", "mystudio"],
  ["Ada--Lovelace", "ada-lovelace"],
  ["-ada-", "ada"],
  ["ada_lovelace.studio", "adalovelacestudio"],
  ["Kelvin \u212A", "kelvin"],
  ["ａｐｉ", ""],
  ["a".repeat(40), "a".repeat(32)],
  [`${"a".repeat(31)}-b`, "a".repeat(31)],
  ["- - -", ""],
]

for (const [typed, slug] of examples) {
  test(`normalises ${JSON.stringify(typed)} to ${JSON.stringify(slug)}`, () => assert.equal(normaliseSlug(typed), slug))
}

test("a normalised slug is a slug, and normalising it again changes nothing", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[A-Za-z-]{0,60}$/)), (text) => {
      const slug = normaliseSlug(text)
      assert.match(slug, /^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      assert.ok(slug.length <= 32)
      assert.equal(normaliseSlug(slug), slug)
    }),
    { numRuns: 2_000 },
  )
})

test("every reserved slug is in its normalised form, so that a normalised slug can match it", () => {
  for (const slug of reservedSlugs) assert.equal(normaliseSlug(slug), slug)
})
