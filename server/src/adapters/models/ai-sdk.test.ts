import assert from "node:assert/strict"
import { test } from "node:test"
import type { ChatCompletionRequest } from "@copilotkit/aimock"
import { LLMock } from "@copilotkit/aimock"
import { readModelAddress } from "#config/model-address.ts"
import { modelContract, wish } from "#test/contracts/models/contract.ts"
import { answerOf, following, question, wordsOf } from "#test/contracts/models/requests.ts"
import { openModelStandIn, type Script } from "#test/support/stand-ins/model/model-stand-in.ts"
import { openAiSdk } from "./ai-sdk.ts"

const wires = ["anthropic", "openai"] as const

/** Makes a call when asked to and tools are offered; writes text otherwise. */
const script: Script = ({ messages, tools }) => {
  const isAsked = messages.at(-1)?.text === wish && tools.length > 0
  return isAsked ? [{ call: "list_links", arguments: {} }] : ["There are none."]
}

for (const wire of wires) {
  modelContract(`${wire}, a stand-in`, async (t) => {
    const standIn = await openModelStandIn(t, script)
    return { models: standIn.models({ wire }) }
  })

  modelContract(`${wire}, a third-party stand-in`, async (t) => {
    const { models } = await openMock(t, wire)
    return { models }
  })
}

const lastIs = (role: string) => (request: ChatCompletionRequest) => request.messages.at(-1)?.role === role

/** A third-party stand-in of both providers. */
async function openMock(t: { after(end: () => Promise<unknown>): void }, wire: (typeof wires)[number]) {
  const mock = new LLMock({ port: 0, chunkSize: 3 })
  const hasTools = ({ tools }: ChatCompletionRequest) => (tools ?? []).length > 0
  mock.on({ predicate: (asked) => lastIs("user")(asked) && hasTools(asked) }, { toolCalls: [{ name: "list_links", arguments: "{}" }] }) // biome-ignore format: one thought
  mock.on({ predicate: () => true }, { content: "There are none.", usage: { prompt_tokens: 30, completion_tokens: 5 } })
  await mock.start()
  t.after(() => mock.stop())
  const host = new URL(mock.url).host
  const address = readModelAddress(`${wire}://${host}/v1?model=claude-sonnet-5`)
  assert.ok(address && address.wire !== "commands")
  return { mock, models: openAiSdk(address, { key: "sk-test", now: Date.now }) }
}

for (const wire of wires) {
  test(`${wire}: a third-party stand-in understands the requests`, async (t) => {
    const { mock, models } = await openMock(t, wire)
    const request = question(wish)
    const events = await answerOf(models, request)
    const words = await answerOf(
      models,
      following(request, events, () => ({ text: '{"links":[]}', isError: false })),
    )

    assert.equal(wordsOf(words), "There are none.")
    const [first, second] = mock.getRequests().map(({ body }) => body as ChatCompletionRequest)
    assert.deepEqual(
      first?.messages.map(({ role }) => role),
      ["system", "user"],
    )
    assert.equal(first?.max_tokens, request.maxOutputTokens)
    assert.deepEqual(
      second?.messages.map(({ role }) => role),
      ["system", "user", "assistant", "tool"],
    )
    const call = second?.messages[2]?.tool_calls?.[0]
    assert.equal(call?.id, second?.messages[3]?.tool_call_id)
  })

  test(`${wire}: each HTTP status is mapped to its reason`, async (t) => {
    const { mock, models } = await openMock(t, wire)
    for (const [status, reason, isRetryable] of [
      [429, "busy", true],
      [500, "broken", true],
      [503, "busy", true],
      [401, "key", false],
      [413, "too long", false],
      [400, "refused", false],
    ] as const) {
      mock.nextRequestError(status, { message: "No.", type: "some_error" })
      await assert.rejects(
        answerOf(models, question(wish)),
        { name: "ModelFailure", reason, isRetryable },
        String(status),
      )
    }
  })

  test(`${wire}: an answer that a third-party stand-in cuts is a failure`, async (t) => {
    const { mock, models } = await openMock(t, wire)
    mock.prependFixture({ match: { predicate: () => true }, response: { content: "A long answer of many words." }, truncateAfterChunks: 3 }) // biome-ignore format: one thought
    await assert.rejects(answerOf(models, question(wish)), { name: "ModelFailure", isRetryable: true })
  })

  test(`${wire}: thinking from a third-party stand-in is read`, async (t) => {
    const { mock, models } = await openMock(t, wire)
    mock.prependFixture({ match: { predicate: () => true }, response: { content: "Two.", reasoning: "One and one." } })
    const events = await answerOf(models, question(wish))
    const thought = events.find((event) => event.type === "thought")
    assert.equal(thought?.part.text, "One and one.")
    assert.equal(wordsOf(events), "Two.")
  })
}

for (const wire of wires) {
  test(`${wire}: slow answers in several steps arrive in order`, async (t) => {
    const { mock, models } = await openMock(t, wire)
    const steps = [
      { toolCalls: [{ name: "list_links", arguments: '{"query":"a"}' }, { name: "list_links", arguments: '{"query":"b"}' }] }, // biome-ignore format: one thought
      { content: "Let me see.", toolCalls: [{ name: "list_links", arguments: '{"query":"c"}' }] },
      { content: "That is all there is." },
    ]
    const slow = { streamingProfile: { ttft: 30, tps: 500 } }
    mock.clearFixtures()
    for (const [sequenceIndex, response] of steps.entries()) mock.on({ sequenceIndex }, response, slow)

    let request = question(wish)
    const queries: unknown[] = []
    let words = ""
    for (const _step of steps) {
      const events = await answerOf(models, request)
      queries.push(...events.flatMap((event) => (event.type === "call" ? [event.arguments] : [])))
      words += wordsOf(events)
      request = following(request, events, ({ id }) => ({ text: id, isError: false }))
    }
    assert.deepEqual(queries, [{ query: "a" }, { query: "b" }, { query: "c" }])
    assert.equal(words, "Let me see.That is all there is.")
  })

  test(`${wire}: a peer whose first word takes longer than the idle limit is given up`, async (t) => {
    const { mock } = await openMock(t, wire)
    mock.clearFixtures()
    mock.on({ predicate: () => true }, { content: "Late." }, { streamingProfile: { ttft: 1_000 } })
    const address = readModelAddress(`${wire}://${new URL(mock.url).host}/v1?model=claude-sonnet-5`)
    assert.ok(address && address.wire !== "commands")
    const models = openAiSdk(address, { key: "sk-test", now: Date.now, idleMs: 50 })
    await assert.rejects(answerOf(models, question("Hello")), { reason: "slow", isRetryable: true })
  })
}
