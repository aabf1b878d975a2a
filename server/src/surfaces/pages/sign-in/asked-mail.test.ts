import assert from "node:assert/strict"
import { test } from "node:test"
import { toAskedMail } from "./asked-mail.ts"

const waiting = { state: "waiting", reason: null, at: 1_000 } as const
const refused = { state: "refused", reason: "full", at: 1_000 } as const

test("an earlier mail's end is not shown for the one that was just asked for", () => {
  assert.deepEqual(toAskedMail(refused, { now: 2_000, since: 1_001 }), { state: "sending", reason: null })
  assert.deepEqual(toAskedMail(refused, { now: 2_000, since: 1_000 }), { state: "failed", reason: "full" })
  assert.deepEqual(toAskedMail(null, { now: 2_000, since: 0 }), { state: "sending", reason: null })
})

test("a mail without an answer for 20 seconds is slow", () => {
  assert.equal(toAskedMail(waiting, { now: 20_999, since: 0 }).state, "sending")
  assert.equal(toAskedMail(waiting, { now: 21_000, since: 0 }).state, "slow")
})
