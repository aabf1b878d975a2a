import assert from "node:assert/strict"
import { test } from "node:test"
import { inspect } from "node:util"
import { answerOf, following, listTool, question, wordsOf } from "#test/contracts/models/requests.ts"
import { failing, never, onBothWires, reasonOf, refusing } from "#test/support/stand-ins/model/both-wires.ts"
import { type Answer, type ModelStandIn, openModelStandIn } from "#test/support/stand-ins/model/model-stand-in.ts"
import type { Wire } from "#test/support/stand-ins/model/wires.ts"
import { openAiSdk } from "./ai-sdk.ts"

onBothWires("the limit of output tokens is always sent", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["Yes."]])
  await answerOf(standIn.models({ wire }), question("Hello", { maxOutputTokens: 321 }))
  assert.equal(standIn.journal[0]?.maxOutputTokens, 321)
})

onBothWires("ids and names that no wire accepts are replaced before they are sent back", async (t, wire) => {
  const standIn = await openModelStandIn(t, [
    [{ call: "list links; drop", id: "no/such id", arguments: {} }],
    ["Fine."],
  ])
  const models = standIn.models({ wire })
  const request = question("Odd")
  const events = await answerOf(models, request)
  await answerOf(
    models,
    following(request, events, () => ({ text: "There is no such tool.", isError: true })),
  )
  const call = standIn.journal[1]?.messages.at(-2)?.calls[0]
  assert.match(call?.id ?? "", /^[\w-]{1,64}$/)
  assert.match(call?.name ?? "", /^[\w-]{1,64}$/)
})

onBothWires("thinking is sent back with its signature to the model that wrote it, and to no other", async (t, wire) => {
  const answers: Answer[] = [[{ thinking: "Let me look.", signature: "signed-1" }, { call: "list_links" }], ["Two."], ["Two."]] // biome-ignore format: one thought
  const standIn = await openModelStandIn(t, answers)
  const request = question("How many?")
  const events = await answerOf(standIn.models({ wire }), request)
  assert.ok(events.some(({ type }) => type === "thinking"))
  const next = following(request, events, () => ({ text: "{}", isError: false }))
  await answerOf(standIn.models({ wire }), JSON.parse(JSON.stringify(next)))
  assert.deepEqual(standIn.journal[1]?.messages.at(-2)?.thoughts, ["Let me look."])
  if (wire === "anthropic") assert.equal(standIn.journal[1]?.body.messages.at(-2).content[0].signature, "signed-1")

  const address = { baseUrl: `${new URL(standIn.url(wire).replace(wire, "http")).origin}/v1`, model: "another" }
  const accepts = { images: false, pdf: false }
  await answerOf(openAiSdk({ wire, ...address, windowTokens: 9_999, accepts }, { key: "k", now: Date.now }), next)
  assert.deepEqual(standIn.journal[2]?.messages.at(-2)?.thoughts, [])
})

onBothWires("readable files are sent, and a text replaces each file that the model cannot read", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["Seen."]])
  const bytes = Buffer.from("\x89PNG\r\n\x1a\n and more", "latin1")
  const file = { type: "file" as const, name: "cat.png", mediaType: "image/png; charset=binary", bytes }
  const pdf = { ...file, name: "a.pdf", mediaType: "application/pdf", bytes: Buffer.from("%PDF-1.7 and more") }
  const others = [
    { ...file, name: "a.zip", mediaType: "application/zip" },
    { ...file, name: "a.svg", mediaType: "image/svg+xml" },
    { ...file, name: "not-really.jpg", mediaType: "image/jpeg" },
    { ...file, name: "large.png", bytes: Buffer.concat([bytes, Buffer.alloc(4_000_000)]) },
    { ...file, name: "empty.png", bytes: Buffer.alloc(0) },
  ]
  await answerOf(standIn.models({ wire }), {
    ...question(""),
    messages: [{ role: "person", parts: [file, pdf, ...others] }],
  })
  const [sent] = standIn.journal
  const body = JSON.stringify(sent?.body.messages)
  for (const { bytes } of [file, pdf]) assert.equal(body.split(bytes.toString("base64")).length, 2)
  for (const { name } of others) assert.ok(sent?.messages[0]?.text.includes(`cannot read the attached file ${name}`))
})

onBothWires("lone surrogates are replaced, and texts that look like them stay", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["Yes."]])
  const half = "🚀".slice(0, 1)
  const alike = "\\\\ud83d \\ud83d 🚀"
  await answerOf(standIn.models({ wire }), question(`${half}a${half} ${alike}`))
  assert.equal(standIn.journal[0]?.messages[0]?.text, `\ufffda\ufffd ${alike}`)
})

onBothWires("an answer that was stopped during thinking is left out", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["Yes."]])
  const thinking = { type: "thinking" as const, text: "Hm.", extra: { wire, model: "stand-in", signature: "s" } }
  const request = question("Hello")
  const [person] = request.messages
  assert.ok(person)
  const messages = [person, { role: "assistant" as const, parts: [thinking] }, person]
  await answerOf(standIn.models({ wire }), { ...request, messages })
  assert.ok(standIn.journal[0]?.messages.every(({ role }) => role === "person"))
})

test("the beginning of a request is the same each time, and marked for the provider's cache", async (t) => {
  const standIn = await openModelStandIn(t, [["One."]])
  const tools = [listTool, { ...listTool, name: "search_docs" }]
  for (const text of ["One", "Two"]) await answerOf(standIn.models(), question(text, { tools }))
  const [first, second] = standIn.journal.map(({ body }) => body)
  assert.equal(JSON.stringify([first.system, first.tools]), JSON.stringify([second.system, second.tools]))
  assert.deepEqual(first.system.at(-1).cache_control, { type: "ephemeral" })
  assert.ok(!JSON.stringify(first.tools).includes("cache_control"), "the mark of the system text covers the tools")
})

onBothWires("the facts of each question stay in front of it", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["One."]])
  const messages = ["Before", "Now"].map((text) => ({
    role: "person" as const,
    facts: JSON.stringify({ day: `the day of ${text}` }),
    parts: [{ type: "text" as const, text }],
  }))
  await answerOf(standIn.models({ wire }), question("", { messages }))
  const said = standIn.journal[0]?.messages.map(({ text }) => text).join("")
  assert.equal(said, '<facts>{"day":"the day of Before"}</facts>Before<facts>{"day":"the day of Now"}</facts>Now')
})

test("arguments are requested only when they are complete", async (t) => {
  const standIn = await openModelStandIn(t, [["One."]])
  await answerOf(standIn.models(), question("One"))
  assert.ok(!JSON.stringify(standIn.journal[0]?.body.tools).includes("eager"))
})

onBothWires("calls can be forbidden in a conversation with earlier calls", async (t, wire) => {
  const standIn = await openModelStandIn(t, [[{ call: "list_links", arguments: {} }], ["That is all."]])
  const models = standIn.models({ wire })
  const request = question("List them")
  const next = following(request, await answerOf(models, request), () => ({ text: "{}", isError: false }))
  for (const change of [{ tools: [] }, { isInWords: true }]) {
    await answerOf(models, { ...next, ...change })
    const sent = standIn.journal.at(-1)
    assert.deepEqual(sent?.tools.map(({ name }) => name), ["list_links"]) // biome-ignore format: one thought
    assert.deepEqual(sent?.body.tool_choice, wire === "anthropic" ? { type: "none" } : "none")
  }
})

onBothWires("the key of a request replaces the installation's", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["Yes."]])
  const models = standIn.models({ wire, key: "sk-installation" })
  await answerOf(models, question("Hello"))
  await answerOf(models, question("Hello", { key: "sk-workspace" }))
  assert.deepEqual(standIn.journal.map(({ key }) => key), ["sk-installation", "sk-workspace"]) // biome-ignore format: one thought
})

onBothWires("without a key none is sent, not even one from the environment", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["Yes."]])
  const before = process.env.ANTHROPIC_API_KEY
  process.env.ANTHROPIC_API_KEY = "sk-of-somebody-else"
  t.after(() => {
    if (before === undefined) delete process.env.ANTHROPIC_API_KEY
    else process.env.ANTHROPIC_API_KEY = before
  })
  const baseUrl = `${new URL(standIn.url(wire).replace(wire, "http")).origin}/v1`
  const address = { wire, baseUrl, model: "local", windowTokens: 9_999, accepts: { images: false, pdf: false } }
  await answerOf(openAiSdk(address, { now: Date.now }), question("Hello"))
  assert.equal(standIn.journal[0]?.key, undefined)
})

test("Anthropic's own address is not asked without a key", async () => {
  const address = { wire: "anthropic" as const, baseUrl: "https://api.anthropic.com/v1", model: "claude-sonnet-5" }
  const models = openAiSdk({ ...address, windowTokens: 9_999, accepts: { images: true, pdf: true } }, { now: Date.now })
  await assert.rejects(answerOf(models, question("Hello")), { reason: "key", isRetryable: false })
})

onBothWires("a key with characters that no header allows is refused before a request is sent", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["Yes."]])
  for (const key of ["sk-one\r\nx: y", "sk two", "sk-ü", ""]) {
    const { failure } = await failing(standIn.models({ wire }).stream(question("Hello", { key }), never))
    assert.equal(reasonOf(failure), "key")
    assert.ok(key === "" || !inspect(failure, { depth: 20, showHidden: true }).includes(key.slice(0, 6)))
  }
  assert.equal(standIn.journal.length, 0)
})

const peerOf = (standIn: ModelStandIn, wire: Wire) => ({
  ...{ wire, baseUrl: `${new URL(standIn.url(wire).replace(wire, "http")).origin}/v1`, model: "m" },
  ...{ windowTokens: 9_999, accepts: { images: false, pdf: false } },
})

test("openai: a host that refuses max_tokens gets max_completion_tokens, in the next request at once", async (t) => {
  const wanted =
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
  const standIn = await openModelStandIn(t, ({ body }) => ("max_tokens" in body ? refusing(wanted) : ["Yes."]))
  const models = standIn.models({ wire: "openai" })
  for (const asked of [2, 3]) {
    assert.equal(wordsOf(await answerOf(models, question("Hello", { maxOutputTokens: 321 }))), "Yes.")
    assert.equal(standIn.journal.length, asked)
  }
  const limits = standIn.journal.map(({ body }) => [body.max_tokens, body.max_completion_tokens])
  assert.deepEqual(limits, [[321, undefined], [undefined, 321], [undefined, 321]]) // biome-ignore format: one thought
})

test("openai: a host that refuses both names of the limit is asked only twice", async (t) => {
  const standIn = await openModelStandIn(t, () => refusing("Neither max_tokens nor max_completion_tokens is known."))
  const { failure } = await failing(standIn.models({ wire: "openai" }).stream(question("Hello"), never))
  assert.deepEqual([reasonOf(failure), standIn.journal.length], ["refused", 2])
})

onBothWires("the thinking effort is the one in the model's address, and is not sent without one", async (t, wire) => {
  const standIn = await openModelStandIn(t, [["Yes."]])
  const thought = () => {
    const { body } = standIn.journal.at(-1) ?? assert.fail()
    return wire === "anthropic" ? body.thinking?.type : body.reasoning_effort
  }
  const cases = { none: { anthropic: "disabled", openai: "none" }, low: { anthropic: "adaptive", openai: "low" } }
  for (const [effort, sent] of Object.entries(cases)) {
    const address = { ...peerOf(standIn, wire), model: "claude-sonnet-5", effort: effort as keyof typeof cases }
    await answerOf(openAiSdk(address, { key: "k", now: Date.now }), question("Hello"))
    assert.equal(thought(), sent[wire])
  }
  await answerOf(openAiSdk(peerOf(standIn, wire), { key: "k", now: Date.now }), question("Hello"))
  assert.equal(thought(), undefined)
})

onBothWires("a model that refuses an effort is asked without it, then and later", async (t, wire) => {
  const field = wire === "anthropic" ? "thinking" : "reasoning_effort"
  const standIn = await openModelStandIn(t, ({ body }) =>
    field in body ? refusing(`'${field}' is not supported with this model.`) : ["Yes."],
  )
  const models = openAiSdk({ ...peerOf(standIn, wire), effort: "high" }, { key: "k", now: Date.now })
  for (const asked of [2, 3]) {
    assert.equal(wordsOf(await answerOf(models, question("Hello"))), "Yes.")
    assert.equal(standIn.journal.length, asked)
  }
})
