import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { answerOf, question } from "#test/contracts/models/requests.ts"
import { runs } from "#test/support/basics/property-runs.ts"
import { openModelStandIn } from "#test/support/stand-ins/model/model-stand-in.ts"
import type { AskedMessage } from "#test/support/stand-ins/model/wires.ts"
import type { AssistantPart, CallResult, ModelMessage } from "./port.ts"

/** Texts of people, models and tools; a cut text may end in a lone surrogate. */
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom("", " ", "\n", "{}", '"\\', "🚀\ud83d"),
)
const input = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3, noNullPrototype: true }) // biome-ignore format: one thought
const call = fc.record({ name: fc.constantFrom("list_links", "search_docs"), arguments: input, result: text, isError: fc.boolean() }) // biome-ignore format: one thought

/** A message of a person, and the steps of its answer: words, and calls with their results. */
const turn = fc.record({ said: text, steps: fc.array(fc.record({ words: text, calls: fc.array(call, { maxLength: 3 }) }), { maxLength: 3 }) }) // biome-ignore format: one thought
type Turn = typeof turn extends fc.Arbitrary<infer Value> ? Value : never

function toMessages(turns: readonly Turn[]): ModelMessage[] {
  let count = 0
  return turns.flatMap(({ said, steps }): ModelMessage[] => {
    const messages: ModelMessage[] = [{ role: "person", parts: [{ type: "text", text: said }] }]
    for (const { words, calls } of steps) {
      const numbered = calls.map((one) => ({ ...one, id: `call_${++count}` }))
      const called = numbered.map(({ id, name, arguments: input }): AssistantPart => ({ type: "call", id, name, arguments: input })) // biome-ignore format: one thought
      messages.push({ role: "assistant", parts: [{ type: "text", text: words }, ...called] })
      const results = numbered.map(({ id, name, result, isError }): CallResult => ({ callId: id, name, text: result, isError })) // biome-ignore format: one thought
      if (results.length > 0) messages.push({ role: "results", results })
    }
    return messages
  })
}

const whole = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/\\ud[89a-f][\da-f]{2}/g, "\ufffd"))

for (const wire of ["anthropic", "openai"] as const) {
  test(`${wire}: every conversation arrives unchanged, with the result of each call right behind it`, async (t) => {
    const standIn = await openModelStandIn(t, [["Yes."]])
    const models = standIn.models({ wire })
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 4 }), async (turns) => {
        const messages = [...toMessages(turns), ...question("And now?").messages]
        await answerOf(models, { ...question(""), messages })
        const sent = standIn.journal.at(-1)?.messages ?? []

        const called = messages.flatMap((one) => (one.role === "assistant" ? one.parts : [])).filter((part) => part.type === "call") // biome-ignore format: one thought
        assert.deepEqual(
          sent.flatMap(({ calls }) => calls),
          whole(called.map(({ id, name, arguments: input }) => ({ id, name, arguments: input }))),
        )
        const answered = messages.flatMap((one) => (one.role === "results" ? one.results : []))
        assert.deepEqual(
          sent.flatMap(({ results }) => results.map(({ callId, text }) => [callId, text])),
          whole(answered.map(({ callId, text }) => [callId, text])),
        )
        assertInOrder(sent)
        const blocks = JSON.stringify(standIn.journal.at(-1)?.body.messages).matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)
        for (const [, written = ""] of blocks) assert.match(JSON.parse(`"${written}"`), /\S/)
      }),
      { numRuns: runs(25) },
    )
  })
}

/** Both wires refuse a call that is not followed by its result, and a result without its call. */
function assertInOrder(sent: readonly AskedMessage[]): void {
  let open: string[] = []
  for (const { role, calls, results, text } of sent) {
    for (const { callId } of results) assert.ok(open.includes(callId))
    open = open.filter((id) => !results.some(({ callId }) => callId === id))
    if (role !== "results") assert.deepEqual(open, [])
    if (role === "person") assert.match(text, /\S/)
    open.push(...calls.map(({ id }) => id))
  }
  assert.deepEqual(open, [])
  assert.equal(sent.at(-1)?.text.endsWith("And now?"), true)
}
