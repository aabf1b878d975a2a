import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { test } from "node:test"
import { inspect } from "node:util"
import { answerOf, following, question, wordsOf } from "#test/contracts/models/requests.ts"
import { holdTimers } from "#test/support/basics/held-timers.ts"
import { failing, never, onBothWires, reasonOf, refusing } from "#test/support/stand-ins/model/both-wires.ts"
import { type Answer, openModelStandIn, type Part } from "#test/support/stand-ins/model/model-stand-in.ts"
import { openAiSdk } from "./ai-sdk.ts"
import { readRetryAfter } from "./error-facts.ts"
import { type ModelEvent, ModelFailure, type ModelUsage } from "./port.ts"
import { withRetries } from "./with-retries.ts"

const usageOf = (events: readonly ModelEvent[]): ModelUsage => {
  const found = events.find((event) => event.type === "usage")
  assert.ok(found)
  return found.usage
}

test("the OpenAI wire is asked for its usage, and its counts are used", async (t) => {
  const standIn = await openModelStandIn(t, [["Yes.", { usage: { prompt_tokens: 40, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 30 } } }]]) // biome-ignore format: one thought
  const events = await answerOf(standIn.models({ wire: "openai" }), question("Hello"))
  assert.deepEqual(standIn.journal[0]?.body.stream_options, { include_usage: true })
  assert.deepEqual(usageOf(events), { input: 40, output: 2, cached: 30, isEstimate: false })
})

test("tokens that the Messages API read from its cache are part of the input", async (t) => {
  const usage = { input_tokens: 10, cache_read_input_tokens: 30, cache_creation_input_tokens: 5, output_tokens: 2 }
  const standIn = await openModelStandIn(t, [["Yes.", { usage }]])
  const events = await answerOf(standIn.models(), question("Hello"))
  assert.deepEqual(usageOf(events), { input: 45, output: 2, cached: 30, isEstimate: false })
})

const lies = {
  missing: null,
  zero: { input_tokens: 0, output_tokens: 0, prompt_tokens: 0, completion_tokens: 0 },
  negative: { input_tokens: -5, output_tokens: -1, prompt_tokens: -5, completion_tokens: -1 },
  absurd: { input_tokens: 1e12, output_tokens: 1e12, prompt_tokens: 1e12, completion_tokens: 1e12 },
  broken: { input_tokens: 1.5, output_tokens: 0.1, prompt_tokens: 1.5, completion_tokens: 0.1 },
  "far too small": { input_tokens: 1, output_tokens: 1, prompt_tokens: 1, completion_tokens: 1 },
}
for (const [lie, usage] of Object.entries(lies)) {
  onBothWires(`usage that is ${lie} is replaced by an estimate`, async (t, wire) => {
    const said = "word ".repeat(300)
    const standIn = await openModelStandIn(t, [[said, { usage }]])
    const events = await answerOf(standIn.models({ wire }), question("a question ".repeat(300)))
    const counted = usageOf(events)
    assert.equal(counted.isEstimate, true)
    assert.equal(counted.output, Math.ceil(said.length / 3))
    assert.ok(counted.input > 1_000 && counted.input < 2_000, `${counted.input} tokens`)
    assert.equal(counted.cached, 0)
    assert.equal(wordsOf(events), said)
  })
}

onBothWires("an answer that is cut in its first events is retried", async (t, wire) => {
  const standIn = await openModelStandIn(t, [[{ fault: "cut" }], [{ fault: "close" }], ["At last."]])
  assert.equal(wordsOf(await answerOf(standIn.models({ wire }), question("Hello"))), "At last.")
  assert.equal(standIn.journal.length, 3)
})

for (const fault of ["cut", "close"] as const) {
  onBothWires(`an answer that was partly shown is not retried when it ends with a ${fault}`, async (t, wire) => {
    const shown = Promise.withResolvers<void>()
    const standIn = await openModelStandIn(t, [["Half", { until: shown.promise }, { fault }], ["Whole."]])
    const { events, failure } = await failing(
      (async function* () {
        for await (const event of standIn.models({ wire }).stream(question("Hello"), never)) {
          yield event
          shown.resolve()
        }
      })(),
    )
    assert.ok(events.length > 0 && "Half".startsWith(wordsOf(events)))
    assert.equal(reasonOf(failure), "cut")
    assert.equal(standIn.journal.length, 1)
  })
}

onBothWires("an answer that ends in the middle of an event is cut", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["Half", { raw: 'data: {"type":"content_block_de' }, { fault: "close" }]])
  const { failure } = await failing(standIn.models({ wire }).stream(question("Hello"), never))
  assert.equal(reasonOf(failure), "cut")
})

onBothWires("an event that is not JSON is a failure", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["Half ", { raw: "data: {broken\n\n" }, "of it."]])
  const { failure } = await failing(standIn.models({ wire }).stream(question("Hello"), never))
  assert.equal(reasonOf(failure), "cut")
})

onBothWires("events of unknown types are left out", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["One ", { raw: 'data: {"type":"weather","choices":"sun"}\n\n' }, "two."]])
  assert.equal(wordsOf(await answerOf(standIn.models({ wire }), question("Hello"))), "One two.")
})

onBothWires("an answer in another protocol is a failure", async (t, wire) => {
  const standIn = await openModelStandIn(t, () => ({ status: 200, body: "<html>Welcome</html>" }))
  const { failure } = await failing(standIn.models({ wire }).stream(question("Hello"), never))
  assert.equal(reasonOf(failure), "cut")
})

/** The same events. After each that is text, `next` runs while the reader waits for more. */
async function* onText(answer: AsyncIterable<ModelEvent>, next: () => void): AsyncGenerator<ModelEvent> {
  for await (const event of answer) {
    yield event
    if (event.type === "text") setImmediate(next)
  }
}

const idleMs = 61_000

onBothWires("a peer that falls silent is given up", async (t, wire) => {
  const silence = holdTimers(t, idleMs)
  const standIn = await openModelStandIn(t, [[{ text: "Half", deltas: 1 }, { fault: "silence" }]])
  const answer = standIn.models({ wire, idleMs }).stream(question("Hello"), never)
  const { events, failure } = await failing(onText(answer, silence.runOut))
  assert.equal(wordsOf(events), "Half")
  assert.deepEqual(reasonOf(failure), "cut")
})

onBothWires("a peer that never answers at all is given up, after it was asked three times", async (t, wire) => {
  const silence = holdTimers(t, idleMs)
  const standIn = await openModelStandIn(t, () => {
    setImmediate(silence.runOut)
    return new Promise<Answer>(() => {})
  })
  await assert.rejects(answerOf(standIn.models({ wire, idleMs }), question("Hello")), { reason: "slow" })
  assert.equal(standIn.journal.length, 3)
})

onBothWires("the reader's own time does not count as the peer's silence", async (t, wire) => {
  const silence = holdTimers(t, idleMs)
  const standIn = await openModelStandIn(t, [[{ text: "one two three four", deltas: 4 }]])
  const events: ModelEvent[] = []
  for await (const event of standIn.models({ wire, idleMs }).stream(question("Hello"), never)) {
    events.push(event)
    assert.equal(silence.count(), 0)
  }
  assert.equal(wordsOf(events), "one two three four")
})

onBothWires("an abort in the middle rejects with its reason, and ends the request", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["Half", { fault: "silence" }]])
  const stop = new AbortController()
  const reason = new Error("Stopped.")
  const answer = standIn.models({ wire }).stream(question("Hello"), stop.signal)
  const { failure } = await failing(onText(answer, () => stop.abort(reason)))
  assert.equal(failure, reason)
  assert.equal(standIn.journal.length, 1)
  await standIn.allClosed()
})

onBothWires("the socket is closed when the reader stops reading", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["Half", { fault: "silence" }]])
  for await (const event of standIn.models({ wire }).stream(question("Hello"), never)) if (event.type === "text") break
  await standIn.allClosed()
})

onBothWires("arguments that are not JSON are passed on as text", async (t, wire) => {
  const written = '{"query": "spring'
  const standIn = await openModelStandIn(t, [[{ call: "list_links", written }], ["Sorry."]])
  const models = standIn.models({ wire })
  const request = question("List them")
  const events = await answerOf(models, request)
  const call = events.find((event) => event.type === "call")
  assert.deepEqual(call, { type: "call", id: call?.id, name: "list_links", arguments: undefined, malformed: written })

  await answerOf(
    models,
    following(request, events, () => ({ text: "Those were no arguments.", isError: true })),
  )
  const [assistant, results] = standIn.journal[1]?.messages.slice(-2) ?? []
  assert.equal(assistant?.calls[0]?.id, results?.results[0]?.callId)
})

onBothWires("two calls with the same id get different ids", async (t, wire) => {
  const calls: Part[] = ["a", "b"].map((query) => ({ call: "list_links", id: "same", arguments: { query } }))
  const standIn = await openModelStandIn(t, [calls])
  const events = await answerOf(standIn.models({ wire }), question("Twice"))
  const got = events.flatMap((event) => (event.type === "call" ? [event] : []))
  assert.deepEqual(got.map((call) => call.arguments), [{ query: "a" }, { query: "b" }]) // biome-ignore format: one thought
  assert.equal(new Set(got.map(({ id }) => id)).size, 2)
})

onBothWires("parts after the end of an answer are left out", async (t, wire) => {
  const late: Part[] = [{ end: "stop" }, " And more.", { call: "list_links", arguments: {} }, { thinking: "Late." }]
  const standIn = await openModelStandIn(t, [["Done.", ...late]])
  const events = await answerOf(standIn.models({ wire }), question("Hello"))
  assert.equal(wordsOf(events), "Done.")
  assert.deepEqual(
    events.map(({ type }) => type).filter((type) => type !== "text"),
    ["usage", "end"],
  )
  assert.deepEqual(events.at(-1), { type: "end", reason: "stop" })
})

test("openai: arguments that arrive after the end are left out", async (t) => {
  const more = {
    choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: ', "and": 1}' } }] } }],
  }
  const standIn = await openModelStandIn(t, [
    [{ call: "list_links", arguments: {} }, { end: "calls" }, { raw: `data: ${JSON.stringify(more)}\n\n` }],
  ])
  const events = await answerOf(standIn.models({ wire: "openai" }), question("Hello"))
  assert.deepEqual(
    events.flatMap((event) => (event.type === "call" ? [event.arguments] : [])),
    [{}],
  )
})

onBothWires("each reason for an end is recognised", async (t, wire) => {
  for (const [end, reason] of [
    ["stop", "stop"],
    ["length", "length"],
    ["refused", "refused"],
    ["calls", "stop"],
  ] as const) {
    // biome-ignore format: a table
    const standIn = await openModelStandIn(t, [["So.", { end }]])
    assert.deepEqual((await answerOf(standIn.models({ wire }), question("Hello"))).at(-1), { type: "end", reason })
  }
})

onBothWires("a text of a megabyte in one event is too much", async (t, wire) => {
  const standIn = await openModelStandIn(t, [[{ text: "x".repeat(2 ** 20), deltas: 1 }]])
  const { failure } = await failing(standIn.models({ wire }).stream(question("Hello"), never))
  assert.deepEqual([reasonOf(failure), standIn.journal.length], ["too much", 1])
})

onBothWires("endless words, arguments and calls are too much, and the reason names calls", async (t, wire) => {
  const endless: Answer[] = [
    [{ text: "word ".repeat(200_000), deltas: 20 }],
    [{ thinking: "hm ".repeat(400_000) }],
    [{ call: "list_links", arguments: { query: "x".repeat(300_000) } }],
    Array.from({ length: 200 }, () => ({ call: "list_links", arguments: {} })),
    [{ raw: `: ${"x".repeat(9_000_000)}\n\n` }],
  ]
  for (const answer of endless) {
    const standIn = await openModelStandIn(t, [answer])
    const { failure } = await failing(standIn.models({ wire }).stream(question("Hello"), never))
    const reason = Array.isArray(answer) && answer.length === 200 ? "too many calls" : "too much"
    assert.deepEqual([reasonOf(failure), standIn.journal.length], [reason, 1])
  }
})

onBothWires("no failure contains the key, even if the peer repeats it", async (t, wire) => {
  const key = "sk-very-secret-0123456789"
  const echoes = [
    { error: { message: `Incorrect API key provided: ${key}`, type: key, code: key } },
    { type: "error", error: { type: key.slice(3), message: key } },
    { error: { message: key, type: "invalid_request_error", code: `x${key}` } },
  ]
  for (const status of [400, 401, 429, 500]) {
    for (const body of echoes) {
      const standIn = await openModelStandIn(t, () => ({
        status,
        body: JSON.stringify(body),
        headers: { "x-key": key },
      }))
      const { failure } = await failing(standIn.models({ wire, key }).stream(question("Hello"), never))
      const printed = inspect(failure, { depth: 20, showHidden: true })
      assert.ok(!printed.includes(key) && !printed.includes("very-secret"), printed)
      assert.ok(!printed.includes("Hello"), "nor does the conversation")
    }
  }
})

onBothWires("an error event in the middle is a failure without the event's text", async (t, wire) => {
  const error = { type: "error", error: { type: "overloaded_error", message: "sk-stand-in is overloaded" } }
  const standIn = await openModelStandIn(t, [["Half", { raw: `event: error\ndata: ${JSON.stringify(error)}\n\n` }]])
  const { events, failure } = await failing(standIn.models({ wire }).stream(question("Hello"), never))
  assert.equal(wordsOf(events), "Half")
  assert.equal(reasonOf(failure), "busy")
  assert.ok(!inspect(failure, { depth: 20, showHidden: true }).includes("sk-stand-in"))
})

onBothWires("no redirect is followed, so that no other host gets the key", async (t, wire) => {
  const other = await openModelStandIn(t, [["I have your key."]])
  const standIn = await openModelStandIn(t, () => {
    return { status: 307, headers: { location: other.url(wire).replace(wire, "http") } }
  })
  await assert.rejects(answerOf(standIn.models({ wire }), question("Hello")), { reason: "refused", isRetryable: false })
  assert.deepEqual([standIn.journal.length, other.journal.length], [1, 0])
})

onBothWires("a closed port is unreachable", async (_t, wire) => {
  const server = createServer().listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const address = { wire, baseUrl: `http://127.0.0.1:${port}/v1`, model: "m", windowTokens: 9_999 }
  const models = openAiSdk({ ...address, accepts: { images: false, pdf: false } }, { key: "k", now: Date.now })
  await assert.rejects(answerOf(models, question("Hello")), { reason: "unreachable", isRetryable: true })
})

onBothWires("a busy peer gets a retry after the wait it asks for, in seconds or as a date", async (t, wire) => {
  const now = Date.parse("2026-11-20T12:00:00Z")
  const busy = (after: string): Answer => ({ status: 429, headers: { "retry-after": after }, body: "{}" })
  const standIn = await openModelStandIn(t, [busy("3"), busy("Fri, 20 Nov 2026 12:00:07 GMT"), ["At last."]])
  const waits: number[] = []
  const baseUrl = `${new URL(standIn.url(wire).replace(wire, "http")).origin}/v1`
  const address = { wire, baseUrl, model: "m", windowTokens: 9_999, accepts: { images: false, pdf: false } }
  const models = withRetries(openAiSdk(address, { key: "k", now: () => now }), async (ms) => {
    waits.push(ms)
  })
  assert.equal(wordsOf(await answerOf(models, question("Hello"))), "At last.")
  assert.deepEqual(waits, [3_000, 7_000])
})

test("a provider's wait is read in all its formats", () => {
  const now = Date.parse("2026-11-20T12:00:00Z")
  const cases: [headers: Record<string, string>, ms: number | undefined][] = [
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "1.5" }, 1_500],
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after": "Fri, 20 Nov 2026 11:00:00 GMT" }, 0],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "1e9" }, undefined],
    [{}, undefined],
  ]
  for (const [headers, ms] of cases) assert.equal(readRetryAfter(headers, now), ms, JSON.stringify(headers))
})

onBothWires("a refusal names only its status, its word and the parts of the request", async (t, wire) => {
  const message = "messages.3.content.1.image: my secret plan is too large for the model"
  const standIn = await openModelStandIn(t, () => refusing(message))
  const { failure } = await failing(standIn.models({ wire }).stream(question("Hello"), never))
  assert.ok(failure instanceof ModelFailure && failure.cause instanceof Error)
  assert.equal(failure.cause.message, "HTTP 400 unsupported_parameter about messages.3.content.1, model")
})
