import assert from "node:assert/strict"
import { test } from "node:test"
import { isComposing, isSending } from "./enter.ts"

const enter = { key: "Enter", shiftKey: false, isComposing: false, keyCode: 13 }
const onPhone = (matches: boolean) => Object.assign(globalThis, { matchMedia: () => ({ matches }) })

test("Enter that ends a composition (IME) does not send, also with Safari's events", () => {
  onPhone(false)
  assert.equal(isSending(enter), true)
  assert.equal(isSending({ ...enter, shiftKey: true }), false)
  for (const ending of [{ isComposing: true }, { keyCode: 229 }]) {
    assert.equal(isComposing({ ...enter, ...ending }), true)
    assert.equal(isSending({ ...enter, ...ending }), false)
  }
})

test("Enter starts a new line on a phone", () => {
  onPhone(true)
  assert.equal(isSending(enter), false)
})
