import assert from "node:assert/strict"
import { mock, test } from "node:test"
import { initialsOf } from "./initials.ts"

test("a name's initials are the first graphemes of its first and its last word", () => {
  assert.equal(initialsOf("ada"), "A")
  assert.equal(initialsOf(" émile  de Çelik "), "ÉÇ")
  assert.equal(initialsOf("ada@example.com"), "A")
  assert.equal(initialsOf(""), "")
  assert.equal(initialsOf("e\u0301mile"), "E\u0301", "a letter and its accent are two code points")
  assert.equal(initialsOf("👩‍👩‍👧 石田"), "👩‍👩‍👧石")
})

test("without a segmenter, initials are the same", (t) => {
  const { Segmenter } = Intl
  t.after(() => Object.assign(Intl, { Segmenter }))
  Reflect.deleteProperty(Intl, "Segmenter")
  assert.equal(initialsOf("👩🏽‍👩‍👧 石田"), "👩🏽‍👩‍👧石")
  assert.equal(initialsOf("e\u0301mile"), "E\u0301")
})

test("a Latin name opens no segmenter", () => {
  const opened = mock.method(Intl, "Segmenter")
  try {
    assert.equal(initialsOf("Zoë Łukasz"), "ZŁ")
    assert.equal(opened.mock.callCount(), 0)
  } finally {
    opened.mock.restore()
  }
})
