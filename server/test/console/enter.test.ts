import assert from "node:assert/strict"
import { test } from "node:test"
import { isComposing, isSending } from "../../../web/src/console/keys/enter.ts"

const enter = { key: "Enter", shiftKey: false, isComposing: false, keyCode: 13 }
const onPhone = (matches: boolean) => Object.assign(globalThis, { matchMedia: () => ({ matches }) })

test("Enter that ends a word of a composing keyboard does not send, also as Safari tells of it", () => {
  onPhone(false)
  assert.equal(isSending(enter), true)
  assert.equal(isSending({ ...enter, shiftKey: true }), false)
  for (const ending of [{ isComposing: true }, { keyCode: 229 }]) {
    assert.equal(isComposing({ ...enter, ...ending }), true)
    assert.equal(isSending({ ...enter, ...ending }), false)
  }
})

test("Enter makes a line on a phone", () => {
  onPhone(true)
  assert.equal(isSending(enter), false)
})
