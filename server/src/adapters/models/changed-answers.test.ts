import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { answerOf, listTool, question } from "#test/contracts/models/requests.ts"
import { runs } from "#test/support/basics/property-runs.ts"
import { type Answer, openModelStandIn } from "#test/support/stand-ins/model/model-stand-in.ts"
import { type ModelEvent, ModelFailure } from "./port.ts"

/** Replaces `length` characters from `at` on by `put`. `at` is a fraction of the answer's length. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(120),
  put: fc.oneof(
    fc.constant(""),
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      "\n\n",
      "data: [DONE]\n\n",
      "null",
      "-1",
      '"',
      "}",
      "event: error\n",
      "\u0000",
      "data: {}\n\n",
      "[]",
      "1e999",
    ),
  ),
})

const changed = (text: string, changes: readonly { at: number; length: number; put: string }[]) =>
  changes.reduce((now, { at, length, put }) => {
    const from = Math.floor(at * now.length)
    return now.slice(0, from) + put + now.slice(from + length)
  }, text)

const whole: Answer = [
  { thinking: "Let me look at the links." },
  "I will look. ",
  { call: "list_links", arguments: { query: "spring" } },
  { call: "list_links", arguments: {} },
]

/** Invariants of every answer that ends, whatever came over the wire. */
function assertWhole(events: readonly ModelEvent[]): void {
  const kinds = events.map(({ type }) => type)
  assert.deepEqual(kinds.slice(-2), ["usage", "end"])
  assert.equal(kinds.filter((kind) => kind === "usage" || kind === "end").length, 2)
  const calls = events.flatMap((event) => (event.type === "call" ? [event] : []))
  assert.equal(new Set(calls.map(({ id }) => id)).size, calls.length)
  assert.ok(calls.every(({ id }) => /^[\w-]{1,64}$/.test(id)))
  const usage = events.flatMap((event) => (event.type === "usage" ? [event.usage] : []))[0]
  assert.ok(usage && usage.input > 0 && usage.output >= 0 && usage.cached <= usage.input)
  assert.ok([usage.input, usage.output, usage.cached].every(Number.isSafeInteger))
}

for (const wire of ["anthropic", "openai"] as const) {
  test(`${wire}: an answer that was changed on its way is consistent, or a failure of the model`, async (t) => {
    const standIn = await openModelStandIn(t, [whole])
    const models = standIn.models({ wire })
    const request = question("List them", { tools: [listTool] })
    await answerOf(models, request)
    const path = wire === "anthropic" ? "/v1/messages" : "/v1/chat/completions"
    const url = new URL(path, standIn.url(wire).replace(wire, "http"))
    const sent = await fetch(url, { method: "POST", body: JSON.stringify(standIn.journal[0]?.body) })
    const text = await sent.text()
    assert.ok(text.includes("list_links"))

    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const body = changed(text, changes)
        standIn.script = () => ({ status: 200, headers: { "content-type": "text/event-stream" }, body })
        const events = await answerOf(models, request).catch((failure) => {
          if (failure instanceof ModelFailure) return undefined
          throw failure
        })
        if (events) assertWhole(events)
      }),
      { numRuns: runs(40) },
    )
  })
}
