import assert from "node:assert/strict"
import { test } from "node:test"
import { answerOf, question, wordsOf } from "#test/contracts/models/requests.ts"
import { commands } from "./lazy.ts"
import { type ModelEvent, ModelFailure, type Models } from "./port.ts"
import { withRetries } from "./with-retries.ts"

const busy = (retryAfterMs?: number) => new ModelFailure("busy", { isRetryable: true, retryAfterMs })
const refused = new ModelFailure("refused", { isRetryable: false })
const said: ModelEvent = { type: "text", text: "Yes." }

/** A model with one step for each request: events, or a failure after them. */
function model(steps: readonly (readonly (ModelEvent | Error)[])[]) {
  const asked = { times: 0, waits: [] as number[] }
  const models: Models = {
    ...commands,
    async *stream() {
      for (const step of steps[asked.times++] ?? []) {
        if (step instanceof Error) throw step
        yield step
      }
    },
    async close() {},
  }
  const wait = async (ms: number, signal: AbortSignal) => {
    asked.waits.push(ms)
    signal.throwIfAborted()
  }
  return { asked, models: withRetries(models, wait) }
}

test("a retryable failure is retried twice, after half a second and after two seconds", async () => {
  const { asked, models } = model([[busy()], [busy()], [said]])
  assert.equal(wordsOf(await answerOf(models, question("Hello"))), "Yes.")
  assert.deepEqual(asked, { times: 3, waits: [500, 2_000] })
})

test("the third failure is thrown", async () => {
  const { asked, models } = model([[busy()], [busy()], [busy()], [said]])
  await assert.rejects(answerOf(models, question("Hello")), { reason: "busy" })
  assert.equal(asked.times, 3)
})

test("the provider's wait is kept, unless it is longer than the limit", async () => {
  const { asked, models } = model([[busy(1_200)], [busy(60_000)], [said]])
  await assert.rejects(answerOf(models, question("Hello")), { retryAfterMs: 60_000 })
  assert.deepEqual(asked, { times: 2, waits: [1_200] })
})

test("a failure that is not retryable is thrown at once", async () => {
  const { asked, models } = model([[refused], [said]])
  await assert.rejects(answerOf(models, question("Hello")), refused)
  assert.deepEqual(asked, { times: 1, waits: [] })
})

test("an error that is no ModelFailure is thrown at once", async () => {
  const fault = new TypeError("A fault of ours.")
  const { asked, models } = model([[fault], [said]])
  await assert.rejects(answerOf(models, question("Hello")), fault)
  assert.equal(asked.times, 1)
})

for (const first of [said, { type: "thinking" }, { type: "call", id: "c", name: "x", arguments: {} }] as const) {
  test(`after a ${first.type} event was passed on, there is no retry`, async () => {
    const { asked, models } = model([[first, busy()], [said]])
    await assert.rejects(answerOf(models, question("Hello")), { reason: "busy" })
    assert.equal(asked.times, 1)
  })
}

test("an abort during a wait rejects with its reason", async () => {
  const stop = new AbortController()
  const reason = new Error("Stopped.")
  const { models } = model([[busy()], [said]])
  stop.abort(reason)
  await assert.rejects(answerOf(models, question("Hello"), stop.signal), reason)
})

test("an abort ends a wait on the real clock at once", async () => {
  const stop = new AbortController()
  const reason = new Error("Stopped.")
  const failing: Models = {
    ...commands,
    async *stream() {
      setImmediate(() => stop.abort(reason))
      throw busy(19_000)
    },
    async close() {},
  }
  await assert.rejects(answerOf(withRetries(failing), question("Hello"), stop.signal), reason)
})
