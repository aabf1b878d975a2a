import assert from "node:assert/strict"
import { test } from "node:test"
import { callOf, messageOf, textOf } from "../../../../../server/test/support/assistant/shown-conversation.ts"
import { endOfAnswer } from "./end-of-answer.ts"

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
