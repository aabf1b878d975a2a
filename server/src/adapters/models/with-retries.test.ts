import assert from "node:assert/strict"
import { test } from "node:test"
import { answerOf, question, wordsOf } from "#test/contracts/models/requests.ts"
import { commands } from "./lazy.ts"
import { type ModelEvent, ModelFailure, type Models } from "./port.ts"
import { withRetries } from "./with-retries.ts"

const busy = (retryAfterMs?: number) => new ModelFailure("busy", { isRetryable: true, retryAfterMs })
const refused = new ModelFailure("refused", { isRetryable: false })
const said: ModelEvent = { type: "text", text: "Yes." }

/** A model that gives one step for each time it is asked: events, or a failure after them. */
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

test("a model that fails for now is asked twice more, after half a second and two", async () => {
  const { asked, models } = model([[busy()], [busy()], [said]])
  assert.equal(wordsOf(await answerOf(models, question("Hello"))), "Yes.")
  assert.deepEqual(asked, { times: 3, waits: [500, 2_000] })
})

test("the third failure is given on", async () => {
  const { asked, models } = model([[busy()], [busy()], [busy()], [said]])
  await assert.rejects(answerOf(models, question("Hello")), { reason: "busy" })
  assert.equal(asked.times, 3)
})

test("what the provider asks to wait is waited, unless it is more than a person would", async () => {
  const { asked, models } = model([[busy(1_200)], [busy(60_000)], [said]])
  await assert.rejects(answerOf(models, question("Hello")), { retryAfterMs: 60_000 })
  assert.deepEqual(asked, { times: 2, waits: [1_200] })
})

test("a failure that would come again is given on at once", async () => {
  const { asked, models } = model([[refused], [said]])
  await assert.rejects(answerOf(models, question("Hello")), refused)
  assert.deepEqual(asked, { times: 1, waits: [] })
})

test("what is no failure of the model is given on at once", async () => {
  const fault = new TypeError("A fault of ours.")
  const { asked, models } = model([[fault], [said]])
  await assert.rejects(answerOf(models, question("Hello")), fault)
  assert.equal(asked.times, 1)
})

for (const first of [said, { type: "thinking" }, { type: "call", id: "c", name: "x", arguments: {} }] as const) {
  test(`trap 3: after ${first.type} was given on, nothing is asked again`, async () => {
    const { asked, models } = model([[first, busy()], [said]])
    await assert.rejects(answerOf(models, question("Hello")), { reason: "busy" })
    assert.equal(asked.times, 1)
  })
}

test("an abort while it waits ends it with the reason", async () => {
  const stop = new AbortController()
  const reason = new Error("Stopped.")
  const { models } = model([[busy()], [said]])
  stop.abort(reason)
  await assert.rejects(answerOf(models, question("Hello"), stop.signal), reason)
})

test("the real clock rejects at once when it is aborted", async () => {
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
