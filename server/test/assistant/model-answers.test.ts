import assert from "node:assert/strict"
import { test } from "node:test"
import { getAssistantSettings, type ShownConversation, setAssistant } from "#domains/assistant/on-demand.ts"
import { holdTimers } from "#test/support/basics/held-timers.ts"
import type { Answer } from "#test/support/stand-ins/model/model-stand-in.ts"
import { assistantWorld, callsOf, wordsOf } from "#test/support/worlds/assistant-world.ts"
import { listeningLog } from "#test/support/worlds/world.ts"

const noticesOf = ({ messages }: ShownConversation) =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "notice" ? [part.code] : [])))

test("an answer of white space is no answer, and is left out of the next request", async (t) => {
  for (const wire of ["anthropic", "openai"] as const) {
    const studio = await assistantWorld(t, [[" \n\n\t"], ["Yes."]], { wire })
    const { id, ...asked } = await studio.ask("member", "Hello")
    assert.deepEqual(noticesOf({ id, ...asked }), ["nothing"])
    await studio.ask("member", "Hello?", { conversationId: id })
    assert.ok(studio.model.journal[1]?.messages.every(({ role }) => role === "person"))
  }
})

test("thoughts, words and calls go back in the order in which they came", async (t) => {
  const answer: Answer = [
    { thinking: "First.", signature: "s1" },
    { call: "list_links", arguments: {}, id: "toolu_a" },
    { thinking: "Second.", signature: "s2" },
    "And also: ",
    { call: "search_docs", arguments: { query: "a" }, id: "toolu_b" },
  ]
  const studio = await assistantWorld(t, [answer, ["Done."]])
  const asked = await studio.ask("member", "Look")
  assert.equal(callsOf(asked).length, 2)
  const content: { type: string; signature?: string; id?: string }[] = studio.model.journal[1]?.body.messages[1].content
  assert.deepEqual(
    content.map(({ type, signature, id }) => [type, signature ?? id ?? ""]),
    [["thinking", "s1"], ["tool_use", "toolu_a"], ["thinking", "s2"], ["text", ""], ["tool_use", "toolu_b"]], // biome-ignore format: one thought
  )
})

test("a signature of a call is sent back with a later question, too", async (t) => {
  const extra_content = { google: { thought_signature: "AY89+/=" } }
  const call = { index: 0, id: "", type: "function", function: { name: "list_links", arguments: "{}" }, extra_content }
  const event = (value: object) => ({ raw: `data: ${JSON.stringify(value)}\n\n` })
  const answer: Answer = [event({ choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }] }), { end: "calls" }] // biome-ignore format: one thought
  const studio = await assistantWorld(t, [answer, ["Done."]], { wire: "openai" })
  const { id } = await studio.ask("member", "Look")
  await studio.ask("member", "And?", { conversationId: id })
  for (const asked of studio.model.journal.slice(1))
    assert.deepEqual(asked.body.messages[2].tool_calls[0].extra_content, extra_content)
})

test("an owner chooses how long the model may be silent", async (t) => {
  const silence = holdTimers(t, 700_000)
  const studio = await assistantWorld(t, () => {
    setImmediate(silence.runOut)
    return new Promise<Answer>(() => {})
  })
  const { owner } = await studio.act("owner", getAssistantSettings, {})
  assert.deepEqual([owner?.silenceSeconds, owner?.usual.silenceSeconds], [null, 10])
  await studio.act("owner", setAssistant, { silenceSeconds: 700 })
  const asked = await studio.ask("member", "Hello")
  assert.match(wordsOf(asked), /^The model did not begin to answer\..* longer\.$/)
  assert.equal(studio.model.journal.length, 1, "such a wait is not repeated")
})

test("each reason is explained to people and to admins in their words, and logged with status, code and field", async (t) => {
  const { log, lines } = listeningLog()
  const refuse = (status: number, message: string, code: string): Answer => ({ status, body: JSON.stringify({ error: { message, code } }) }) // biome-ignore format: one thought
  const studio = await assistantWorld(t, [[]], { wire: "openai", log })
  const answers: [Answer, member: RegExp, admin: RegExp][] = [
    [refuse(402, "Insufficient Balance", "invalid_request_error"), /no credit left\. Ask an owner/, /no credit left \(HTTP 402 invalid_request_error\)\. Add credit/],
    [refuse(400, "x does not support tools", "api_error"), /can't use tools.*Ask an admin/, /\(HTTP 400 api_error about tools\)\. Name a model/],
    [refuse(404, "model 'x' not found", "not_found"), /was not found\. Ask an admin/, /\(HTTP 404 not_found about model\)\. Check the model's name/],
    [refuse(429, "limit of tokens per day", "rate_limit_exceeded"), /used up its quota\. Ask an owner/, /\(HTTP 429 rate_limit_exceeded\)\. Raise the limit/],
  ] // biome-ignore format: a table
  for (const [answer, member, admin] of answers) {
    studio.says(answer)
    assert.match(wordsOf(await studio.ask("member", "Hello")), member)
    assert.match(wordsOf(await studio.ask("admin", "Hello")), admin)
  }
  const logged = lines.filter(({ msg }) => msg === "The model did not answer.")
  assert.equal(logged.length, answers.length * 2)
  const { status, code, field, workspaceId } = logged[2] ?? {}
  assert.deepEqual({ status, code, field, workspaceId }, { status: 400, code: "api_error", field: "tools", workspaceId: studio.workspaceId }) // biome-ignore format: one thought
})

test("a failure after the first words is logged, too", async (t) => {
  const { log, lines } = listeningLog()
  const studio = await assistantWorld(t, [["Half of", { fault: "close" }]], { log })
  assert.deepEqual(noticesOf(await studio.ask("member", "Hello")), ["cut_off"])
  assert.equal(lines.filter(({ msg }) => msg === "The model did not answer.").length, 1)
})
