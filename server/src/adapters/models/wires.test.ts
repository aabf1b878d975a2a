import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { answerOf, following, question, wordsOf } from "#test/contracts/models/requests.ts"
import { onBothWires, refusing } from "#test/support/stand-ins/model/both-wires.ts"
import { type Answer, openModelStandIn, type Script } from "#test/support/stand-ins/model/model-stand-in.ts"
import type { ModelEvent, ModelMessage, ModelRequest } from "./port.ts"

const done = "data: [DONE]\n\n"
const chunk = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`
const called = (more: object, more2: object = {}) =>
  chunk({ tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "list_links", arguments: "{}", ...more }, ...more2 }] }) // biome-ignore format: one thought

const streamed = (...events: string[]): Answer => ({
  status: 200,
  headers: { "content-type": "text/event-stream" },
  body: events.join(""),
})

const whole = (value: object, end = ""): Answer => ({ status: 200, body: JSON.stringify(value) + end })

async function ask(t: TestContext, answer: Answer, wire: "openai" | "anthropic" = "openai"): Promise<ModelEvent[]> {
  const standIn = await openModelStandIn(t, [answer])
  return answerOf(standIn.models({ wire }), question("Hello"))
}

const callOf = (events: readonly ModelEvent[]) => {
  const call = events.find((event) => event.type === "call")
  assert.ok(call)
  return call
}

const endOf = (events: readonly ModelEvent[]) => {
  const end = events.at(-1)
  return end?.type === "end" ? end.reason : undefined
}

async function sentBack(t: TestContext, first: Answer, more: Partial<ModelRequest> = {}) {
  const standIn = await openModelStandIn(t, [first, ["Done."]])
  const models = standIn.models({ wire: "openai" })
  const asked = question("Hello", more)
  const events = await answerOf(models, asked)
  await answerOf(models, following(asked, events, () => ({ text: "{}", isError: false }))) // biome-ignore format: one thought
  const messages: { role: string; content?: unknown; [field: string]: unknown }[] = standIn.journal[1]?.body.messages
  return { events, messages, message: messages[2] ?? assert.fail(), result: messages[3] ?? assert.fail() }
}

test("Gemini's signature of a call is sent back as it came, and other hosts' fields beside it", async (t) => {
  const extra_content = { google: { thought_signature: "AY89+/=" }, vertex: { thought_signature: "x" } }
  const { message } = await sentBack(t, streamed(called({}, { extra_content }), chunk({}, "tool_calls"), done))
  const [call] = message.tool_calls as { extra_content: unknown }[]
  assert.deepEqual(call?.extra_content, extra_content)
})

test("a signature of the second of two calls is sent back with the second", async (t) => {
  const part = (index: number, more: object) => ({ index, id: `c${index}`, function: { name: "list_links", arguments: "{}" }, ...more }) // biome-ignore format: one thought
  const both = chunk({ tool_calls: [part(0, {}), part(1, { extra_content: { google: { thought_signature: "two" } } })] }) // biome-ignore format: one thought
  const { message } = await sentBack(t, streamed(both, chunk({}, "tool_calls"), done))
  const calls = message.tool_calls as { id: string; extra_content?: unknown }[]
  assert.deepEqual(
    calls.map(({ id, extra_content }) => [id, extra_content]),
    [["c0", undefined], ["c1", { google: { thought_signature: "two" } }]], // biome-ignore format: one thought
  )
})

test("thinking is sent back in the field in which it came", async (t) => {
  const ends = [called({}), chunk({}, "tool_calls"), done]
  const usual = await sentBack(t, streamed(chunk({ reasoning_content: "Hm." }), ...ends))
  assert.equal(usual.message.reasoning_content, "Hm.")
  const groq = await sentBack(t, streamed(chunk({ reasoning: "Hm." }), ...ends))
  assert.deepEqual([groq.message.reasoning, groq.message.reasoning_content], ["Hm.", undefined])
  const details = [
    { type: "reasoning.text", index: 0, text: "Let ", format: "anthropic-claude-v1" },
    { type: "reasoning.text", index: 0, text: "me.", signature: null },
    { type: "reasoning.text", index: 0, signature: "sig" },
    { type: "reasoning.encrypted", index: 1, data: "abc" },
  ]
  const router = await sentBack(t, streamed(...details.map((one) => chunk({ reasoning: one.text, reasoning_details: [one] })), ...ends)) // biome-ignore format: one thought
  assert.deepEqual(router.message.reasoning_details, [
    { type: "reasoning.text", index: 0, text: "Let me.", format: "anthropic-claude-v1", signature: "sig" },
    { type: "reasoning.encrypted", index: 1, data: "abc" },
  ])
  assert.equal(router.message.reasoning, undefined)
})

test("ids of calls go back as they came", async (t) => {
  for (const id of [
    "functions.list_links:0",
    "chatcmpl-tool-01",
    `call_a__thought__${"QUJD/+=".repeat(500)}`,
    "AbC123xYz",
  ]) {
    const answer = streamed(called({}, { id }), chunk({}, "tool_calls"), done)
    const { message, result } = await sentBack(t, answer)
    assert.equal((message.tool_calls as { id: string }[])[0]?.id, id)
    assert.equal(result.tool_call_id, id)
  }
})

test("a repeated id of a model that numbers all calls gets the next number", async (t) => {
  const id = "functions.list_links:0"
  const standIn = await openModelStandIn(t, [streamed(called({}, { id }), chunk({}, "tool_calls"), done)])
  const models = standIn.models({ wire: "openai" })
  const events = await answerOf(models, question("Hello"))
  const more = await answerOf(models, following(question("Hello"), events, () => ({ text: "{}", isError: false }))) // biome-ignore format: one thought
  assert.equal(callOf(more).id, "functions.list_links:1")
})

test("an id of another model is changed where the Messages API would refuse it, the same in call and result", async (t) => {
  const standIn = await openModelStandIn(t, [["Yes."]])
  const call = { id: "functions.x:0", name: "list_links", arguments: {} }
  const messages: ModelMessage[] = [
    ...question("Hello").messages,
    { role: "assistant", parts: [{ type: "call", ...call }] },
    { role: "results", results: [{ callId: call.id, name: call.name, text: "{}", isError: false }] },
  ]
  await answerOf(standIn.models(), { ...question(""), messages })
  const [, asked, results] = standIn.journal[0]?.messages ?? []
  assert.match(asked?.calls[0]?.id ?? "", /^[a-zA-Z0-9_-]{1,64}$/)
  assert.equal(results?.results[0]?.callId, asked?.calls[0]?.id)
})

test("Mistral's and other refusals of ids, turns and roles are answered in the way that they want", async (t) => {
  const messages: ModelMessage[] = [
    ...question("One").messages,
    { role: "assistant", parts: [{ type: "call", id: "call_0fypS1hVX", name: "list_links", arguments: {} }] },
    { role: "results", results: [{ callId: "call_0fypS1hVX", name: "list_links", text: "{}", isError: false }] },
    ...question("Two").messages,
    ...question("Three").messages,
  ]
  const script: Script = ({ body }) => {
    const [first, second, third, , fifth] = body.messages
    const roles = body.messages.map(({ role }: { role: string }) => role)
    if (first.role === "system")
      return { status: 500, body: '{"error":{"code":500,"message":"Only user, assistant and tool roles are supported, got system. at row 91"}}' } // biome-ignore format: one thought
    if (!/^[a-zA-Z0-9]{9}$/.test(second.tool_calls[0].id))
      return { status: 400, body: '{"object":"error","message":"Tool call id was call_0fypS1hVX but must be a-z, A-Z, 0-9, with a length of 9.","type":"invalid_function_call","param":null,"code":"3280"}' } // biome-ignore format: one thought
    if (roles[3] === "user")
      return { status: 400, body: '{"object":"error","message":"Unexpected role \'user\' after role \'tool\'","type":"invalid_request_message_order","code":"3230"}' } // biome-ignore format: one thought
    assert.deepEqual(roles, ["user", "assistant", "tool", "assistant", "user"])
    assert.equal(third.tool_call_id, second.tool_calls[0].id)
    assert.deepEqual([first.content, fifth.content].map((parts) => parts.length), [2, 2]) // biome-ignore format: one thought
    return ["At last."]
  }
  const standIn = await openModelStandIn(t, script)
  const models = standIn.models({ wire: "openai" })
  assert.equal(wordsOf(await answerOf(models, { ...question(""), messages })), "At last.")
  assert.equal(standIn.journal.length, 4)
  await answerOf(models, { ...question(""), messages })
  assert.equal(standIn.journal.length, 5, "The manner is remembered.")
})

test("thoughts and counts that a host refuses are left out", async (t) => {
  const standIn = await openModelStandIn(t, ({ body }, index) => {
    if (index === 0) return [{ thinking: "Hm." }, { call: "list_links" }]
    if (body.stream_options) return { status: 422, body: '{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]}}' } // biome-ignore format: one thought
    if (body.messages[2].reasoning_content)
      return refusing("'messages.2' : property 'reasoning_content' is unsupported")
    return ["Done."]
  })
  const models = standIn.models({ wire: "openai" })
  const events = await answerOf(models, question("Hello"))
  const words = await answerOf(models, following(question("Hello"), events, () => ({ text: "{}", isError: false }))) // biome-ignore format: one thought
  assert.equal(wordsOf(words), "Done.")
  assert.equal(standIn.journal.length, 4)
})

test("arguments as an object, as a text of JSON in JSON, or as null are an object", async (t) => {
  const given = [{ query: "a" }, '"{\\"query\\":\\"a\\"}"', '{"query":"a"}']
  for (const written of given) {
    const events = await ask(t, streamed(called({ arguments: written }), chunk({}, "tool_calls"), done))
    assert.deepEqual(callOf(events).arguments, { query: "a" })
  }
  const none = await ask(t, streamed(called({ arguments: "null" }), chunk({}, "tool_calls"), done))
  assert.deepEqual(callOf(none).arguments, {})
})

onBothWires("long numbers keep their digits", async (t, wire) => {
  const written =
    '{"id":2512292042121000001,"small":9007199254740991,"list":[-9007199254740993],"part":0.1,"big":1e300}'
  const standIn = await openModelStandIn(t, [[{ call: "list_links", written }]])
  const events = await answerOf(standIn.models({ wire }), question("Hello"))
  const expected = {
    id: "2512292042121000001",
    small: 9007199254740991,
    list: ["-9007199254740993"],
    part: 0.1,
    big: 1e300,
  }
  assert.deepEqual(callOf(events).arguments, expected)
})

test("long numbers keep their digits in arguments that came as an object", async (t) => {
  const event = called({ arguments: { id: 1 } }).replace('"id":1', '"id":2512292042121000001')
  const events = await ask(t, streamed(event, chunk({}, "tool_calls"), done))
  assert.deepEqual(callOf(events).arguments, { id: "2512292042121000001" })
})

test("pieces of a call are joined, whatever their empty, missing or repeated ids and names", async (t) => {
  const piece = (call: object) => chunk({ tool_calls: [{ index: 0, ...call }] })
  const ways: Record<string, [first: object, rest: (written: string) => object]> = {
    "empty texts": [{ id: "c1", function: { name: "list_links", arguments: "" } }, (written) => ({ id: "", type: "function", function: { name: "", arguments: written } })],
    "the name again": [{ id: "c1", function: { name: "list_links", arguments: "" } }, (written) => ({ id: "c1", function: { name: "list_links", arguments: written } })],
    "no id": [{ function: { name: "list_links", arguments: "" } }, (written) => ({ function: { arguments: written } })],
    "an empty id": [{ id: "", function: { name: "list_links", arguments: "" } }, (written) => ({ function: { arguments: written } })],
    "the name later": [{ id: "c1", function: { arguments: "" } }, (written) => ({ function: { name: "list_links", arguments: written } })],
    nulls: [{ id: "c1", type: null, function: { name: "list_links", arguments: null } }, (written) => ({ id: null, function: { name: null, arguments: written } })],
  } // biome-ignore format: a table
  for (const [way, [first, rest]] of Object.entries(ways)) {
    const pieces = ['{"que', 'ry":', '"a b"}'].map((written) => piece(rest(written)))
    const events = await ask(t, streamed(piece(first), ...pieces, chunk({}, "tool_calls"), done))
    const calls = events.filter((event) => event.type === "call")
    assert.deepEqual(calls.map(({ name, arguments: given }) => [name, given]), [["list_links", { query: "a b" }]], way) // biome-ignore format: one thought
    assert.ok(calls[0]?.id)
  }
})

test("an end without a reason is an end, where the server says that it is the end", async (t) => {
  const words = await ask(t, streamed(chunk({ content: "Yes." }), done))
  assert.deepEqual([wordsOf(words), endOf(words)], ["Yes.", "stop"])
  const calls = await ask(t, streamed(called({}), chunk({}, ""), done))
  assert.deepEqual([callOf(calls).name, endOf(calls)], ["list_links", "calls"])
})

test("an empty reason on every event is no end", async (t) => {
  const events = await ask(t, streamed(chunk({ content: "One " }, ""), chunk({ content: "two." }, ""), chunk({}, "stop"), done)) // biome-ignore format: one thought
  assert.equal(wordsOf(events), "One two.")
})

test("keepalives in every form are passed over", async (t) => {
  const idle = [": OPENROUTER PROCESSING\n\n", "data: : keepalive\n\n", "data:\n\n", "data: \r\n\r\n", "event: ping\ndata: {}\n\n", ":\n\n"] // biome-ignore format: one thought
  const events = await ask(t, streamed(...idle, chunk({ content: "One " }), ...idle, chunk({ content: "two." }, "stop"), ...idle, done)) // biome-ignore format: one thought
  assert.equal(wordsOf(events), "One two.")
})

test("odd roles, missing choices and null functions lose nothing", async (t) => {
  const usage = `data: ${JSON.stringify({ choices: null, usage: { prompt_tokens: 30, completion_tokens: 2 } })}\n\n`
  const events = await ask(t, streamed(chunk({ role: "model", content: "Yes." }), chunk({}, "stop"), usage, done))
  assert.equal(wordsOf(events), "Yes.")
  const counted = events.find((event) => event.type === "usage")
  assert.equal(counted?.usage.output, 2)
})

for (const end of ["", "\ndata: [DONE]\n\n"]) {
  test(`openai: a whole answer in place of a stream is read${end && ", with an end mark behind it"}`, async (t) => {
    const message = { role: "assistant", content: "Yes.", reasoning_content: "Hm.", tool_calls: [{ id: "c1", type: "function", function: { name: "list_links", arguments: { query: "a" } } }] } // biome-ignore format: one thought
    const events = await ask(t, whole({ object: "chat.completion", choices: [{ index: 0, message, finish_reason: "tool_calls" }], usage: { prompt_tokens: 30, completion_tokens: 9 } }, end)) // biome-ignore format: one thought
    assert.equal(wordsOf(events), "Yes.")
    assert.deepEqual(callOf(events).arguments, { query: "a" })
    assert.equal(events.find((event) => event.type === "thought")?.part.text, "Hm.")
    assert.equal(events.find((event) => event.type === "usage")?.usage.output, 9)
    assert.equal(endOf(events), "calls")
  })
}

test("anthropic: a whole answer in place of a stream is read", async (t) => {
  const content = [{ type: "thinking", thinking: "Hm.", signature: "sig" }, { type: "text", text: "Yes." }, { type: "tool_use", id: "toolu_1", name: "list_links", input: { query: "a" } }] // biome-ignore format: one thought
  const answer = { id: "msg_1", type: "message", role: "assistant", model: "m", content, stop_reason: "tool_use", usage: { input_tokens: 30, output_tokens: 9 } } // biome-ignore format: one thought
  const events = await ask(t, whole(answer), "anthropic")
  assert.equal(wordsOf(events), "Yes.")
  assert.deepEqual(callOf(events).arguments, { query: "a" })
  assert.deepEqual(events.find((event) => event.type === "thought")?.part.extra, { model: "stand-in", wire: "anthropic", signature: "sig" }) // biome-ignore format: one thought
  assert.equal(endOf(events), "calls")
})

test("text in think tags is thought, however it is split, and is sent back only within its question", async (t) => {
  const said = "\n<think>\nI should <b>look</b>.\n</think>\n\nYes, a < b."
  for (const size of [1, 3, 7, 100]) {
    const pieces = Array.from({ length: Math.ceil(said.length / size) }, (_, at) => said.slice(at * size, (at + 1) * size)) // biome-ignore format: one thought
    const events = await ask(t, streamed(...pieces.map((content) => chunk({ content })), chunk({}, "stop"), done))
    assert.equal(wordsOf(events), "Yes, a < b.")
    assert.equal(events.find((event) => event.type === "thought")?.part.text, "\nI should <b>look</b>.\n")
  }
  const thinks = streamed(chunk({ content: "<think>Look.</think>Let me see." }), called({}), chunk({}, "tool_calls"), done) // biome-ignore format: one thought
  const { message, events } = await sentBack(t, thinks)
  assert.equal(message.content, "<think>Look.</think>\n\nLet me see.")
  const standIn = await openModelStandIn(t, [["Yes."]])
  const later = following(question("Hello"), events, () => ({ text: "{}", isError: false }))
  await answerOf(standIn.models({ wire: "openai" }), { ...later, messages: [...later.messages, { ...question("And?").messages[0], facts: "{}" } as ModelMessage] }) // biome-ignore format: one thought
  assert.equal(standIn.journal[0]?.body.messages[2].content, "Let me see.")
})

test("tags in the middle of a text, and words that begin like a tag, are text", async (t) => {
  for (const said of ["Use <think> to think.", "<thin>", "<", "<thinkers> are", "  <b>x</b>"]) {
    const events = await ask(t, streamed(...[...said].map((content) => chunk({ content })), chunk({}, "stop"), done))
    assert.equal(wordsOf(events), said)
  }
})

onBothWires("the person's messages in a row become one", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["Yes."]])
  const messages = [...question("One").messages, ...question("Two").messages]
  await answerOf(standIn.models({ wire }), { ...question(""), messages })
  assert.deepEqual(standIn.journal[0]?.messages.map(({ role, text }) => [role, text]), [["person", "OneTwo"]]) // biome-ignore format: one thought
})
