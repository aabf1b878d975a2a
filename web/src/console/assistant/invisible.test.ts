import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import { anyText } from "../../../../server/test/support/basics/any-text.ts"
import { divide, withoutTricks } from "./invisible.ts"

describe("invisible text", () => {
  const seen = (text: string) => divide(text).map(({ text: part, isInvisible }) => (isInvisible ? `<${part}>` : part))

  test("is shown by its code point: zero-width, control, direction, tag and filling characters", () => {
    const text = "a\u200bb\u202ec\u0007d\u00ade\u{e0041}f\u3164g\ufeffh\u2066i\ufe0fj"
    const names = ["U+200B", "U+202E", "U+0007", "U+00AD", "U+E0041", "U+3164", "U+FEFF", "U+2066", "U+FE0F"]
    assert.deepEqual(seen(text), ["a", ...names.flatMap((name, at) => [`<${name}>`, "bcdefghij"[at]])])
  })

  test("does not include joiners inside emoji and line ends", () => {
    for (const text of ["👩‍👩‍👧 ❤️ 👍🏽", "a\nb\tc", "خريف עברית é"]) assert.deepEqual(seen(text), [text])
  })

  test("can be restored exactly from its marks", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const back = divide(text).map(({ text: part, isInvisible }) =>
          isInvisible ? String.fromCodePoint(Number.parseInt(part.slice(2), 16)) : part,
        )
        assert.equal(back.join(""), text)
      }),
    )
  })

  test("is removed from display text, where it would change the order or hide", () => {
    assert.equal(withoutTricks("a\u202eb\u200bc\u{e0041}d\u0000e\nf\u200d"), "abcde\nf\u200d")
  })
})
