import assert from "node:assert/strict"
import { test } from "node:test"
import { noteOwnChanges, whenAnswered } from "./own-changes.ts"

test("a page knows its own changes, as long as no other one is between them", () => {
  noteOwnChanges("41-42,44-44")
  noteOwnChanges(null)
  assert.ok(whenAnswered(40, 42) !== undefined)
  assert.ok(whenAnswered(43, 44) !== undefined)
  assert.equal(whenAnswered(40, 44), undefined, "43 is another person's")
  assert.equal(whenAnswered(44, 45), undefined)
})
