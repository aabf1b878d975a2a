import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { type ChatCompletionRequest, type FixtureResponse, LLMock } from "@copilotkit/aimock"
import { openAiSdk } from "#adapters/models/ai-sdk.ts"
import { readModelAddress } from "#config/model-address.ts"
import { decideCalls } from "#domains/assistant/on-demand.ts"
import { listLinks } from "#domains/links/index.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { assistantWorld, callsOf, waitingOf, wordsOf } from "#test/support/worlds/assistant-world.ts"

const wires = ["anthropic", "openai"] as const

/** A studio whose model is a third-party stand-in that gives these answers in turn. */
async function studioOf(t: TestContext, wire: (typeof wires)[number], answers: readonly FixtureResponse[]) {
  const mock = new LLMock({ port: 0, chunkSize: 3 })
  for (const [sequenceIndex, answer] of answers.entries()) mock.on({ sequenceIndex }, answer)
  await mock.start()
  t.after(() => mock.stop())
  const address = readModelAddress(`${wire}://${new URL(mock.url).host}/v1?model=claude-sonnet-5`)
  assert.ok(address && address.wire !== "commands")
  const studio = await assistantWorld(t, [], { models: openAiSdk(address, { key: "sk-test", now: Date.now }) })
  return { ...studio, asked: () => mock.getRequests().map(({ body }) => body as ChatCompletionRequest) }
}

const link = (slug: string) => ({
  name: "create_link",
  arguments: JSON.stringify({ destination: `https://example.com/${slug}`, slug }),
})

/** Providers require that each call is answered once, before the model's next message. */
function assertAnswered({ messages }: ChatCompletionRequest): void {
  for (const [at, { tool_calls: calls = [] }] of messages.entries()) {
    const rest = messages.slice(at + 1)
    const next = rest.findIndex(({ role }) => role === "assistant")
    const answers = rest.slice(0, next < 0 ? undefined : next).filter(({ role }) => role === "tool")
    if (calls.length > 0) assert.deepEqual(valuesOf(answers, "tool_call_id"), valuesOf(calls, "id"))
  }
}

for (const wire of wires) {
  test(`${wire}: a third-party stand-in gets well-formed requests, also after a message declined waiting calls`, async (t) => {
    const studio = await studioOf(t, wire, [
      { toolCalls: [{ name: "list_links", arguments: "{}" }] },
      { content: "I would make these.", toolCalls: [link("spring"), link("summer")] },
      { content: "Never mind, then." },
      { toolCalls: [link("autumn")] },
      { content: "It is there." },
    ])
    const waiting = await studio.ask("member", "Make two links")
    assert.deepEqual(valuesOf(callsOf(waiting), "state"), ["done", "waiting", "waiting"])

    const into = { conversationId: waiting.id }
    const declined = await studio.ask("member", "Something else", into)
    assert.deepEqual(valuesOf(callsOf(declined), "state"), ["done", "declined", "declined"])
    assert.equal(wordsOf(declined), "Never mind, then.")

    const again = await studio.ask("member", "One for autumn", into)
    const done = await studio.decide("member", again, "once")
    assert.equal(wordsOf(done), "It is there.")
    assert.deepEqual(valuesOf((await studio.act("member", listLinks, {})).links, "slug"), ["autumn"])

    const asked = studio.asked()
    assert.equal(asked.length, 5)
    for (const request of asked) assertAnswered(request)
    const results = (asked.at(-1)?.messages ?? [])
      .filter(({ role }) => role === "tool")
      .map(({ content }) => `${content}`)
    assert.deepEqual(results.map((text) => /declined/.test(text)), [false, true, true, false]) // biome-ignore format: one thought
    assert.match(results.at(-1) ?? "", /autumn/)
  })

  test(`${wire}: a call runs once and the model gets its result once, even if it is allowed three times`, async (t) => {
    const studio = await studioOf(t, wire, [{ toolCalls: [link("spring")] }, { content: "It is there." }])
    const waiting = await studio.ask("member", "A link")
    const decisions = waitingOf(waiting).map(({ id }) => ({ callId: id, answer: "once" as const }))
    const allow = () => studio.act("member", decideCalls, { conversationId: waiting.id, decisions })
    const answers = await Promise.allSettled([allow(), allow(), allow()])
    assert.equal(answers.filter(({ status }) => status === "fulfilled").length, 1)
    assert.equal(wordsOf(await studio.settled("member", waiting.id)), "It is there.")
    assert.equal(studio.asked().length, 2)
    assert.equal((await studio.act("member", listLinks, {})).links.length, 1)
  })
}
