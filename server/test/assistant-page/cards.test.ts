import assert from "node:assert/strict"
import { describe, test } from "node:test"
import fc from "fast-check"
import type { CallState } from "#contract/shown.ts"
import { callOf, messageOf, textOf } from "#test/support/assistant/shown-conversation.ts"
import { endOfAnswer } from "../../../web/src/console/assistant/end-of-answer.ts"
import { alikeIn, groupParts, isAllWell, lineOf } from "../../../web/src/console/assistant/group-parts.ts"
import { divide, withoutTricks } from "../../../web/src/console/assistant/invisible.ts"

describe("16: invisible text", () => {
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
      fc.property(fc.string({ unit: "binary" }), (text) => {
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

test("the end of an answer has the text and the tokens of all its steps", () => {
  const steps = [
    messageOf("a"),
    messageOf([callOf({ isWrite: false })], { usage: { input: 3, output: 1 } }),
    messageOf([textOf("b"), textOf("c")], { usage: { input: 5, output: 2 } }),
  ]
  const none = { copyText: undefined, tokensRead: 0, tokensWritten: 0 }
  const whole = { copyText: "b\n\nc", tokensRead: 8, tokensWritten: 3 }
  assert.deepEqual(
    [0, 1, 2].map((at) => endOfAnswer(steps, at, false)),
    [none, none, whole],
  )
  assert.deepEqual(endOfAnswer(steps, 2, true), none)
  assert.deepEqual(endOfAnswer([...steps, messageOf("d"), messageOf([])], 2, true), whole)
})

describe("the parts of a message", () => {
  const read = (state: CallState = "done") =>
    callOf({ isWrite: false, state, title: "Look", summary: "Looked at 2 links" })
  const shapes = (parts: Parameters<typeof groupParts>[0]) =>
    groupParts(parts).map((group) => (group.is === "part" ? group.part.type : `${group.is} ${group.calls.length}`))

  test("are one line for adjacent reads, and a card for each write or waiting call", () => {
    const parts = [read(), read(), callOf(), callOf({ state: "done" }), read("waiting"), textOf("a"), read()]
    assert.deepEqual(shapes(parts), ["reads 2", "card 1", "card 1", "card 1", "text", "reads 1"])
  })

  test("are one card for each plan", () => {
    const parts = [callOf({ plan: "a" }), callOf({ plan: "a" }), callOf({ plan: "b" }), callOf()]
    assert.deepEqual(shapes(parts), ["card 2", "card 1", "card 1"])
  })

  test("can be answered together where several of one tool wait", () => {
    const [one, two] = [callOf({ tool: "a" }), callOf({ tool: "a" })]
    const others = [callOf({ tool: "b" }), callOf({ tool: "a", plan: "p" }), callOf({ tool: "a", state: "done" })]
    assert.deepEqual(alikeIn(messageOf([one, ...others, two])), [[one.call, two.call]])
  })

  test("show the present action in a line, then its outcome", () => {
    const calls = (...states: CallState[]) => states.map((state) => read(state).call)
    assert.equal(lineOf(calls("done", "running")), "Look…")
    assert.equal(lineOf(calls("done")), "Looked at 2 links")
    assert.equal(lineOf(calls("done", "done", "refused")), "Looked at 2 links, and 2 more")
    assert.ok(isAllWell(calls("done", "proposed", "approved", "running")), "what was allowed has not failed yet")
    assert.ok(!isAllWell(calls("done", "refused")))
  })
})
