import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { askAssistant, retryRun, type ShownConversation } from "#domains/assistant/on-demand.ts"
import { removeMember, trashWorkspace } from "#domains/workspaces/index.ts"
import { until } from "#test/support/basics/until.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import type { Answer, Part } from "#test/support/stand-ins/model/model-stand-in.ts"
import { type Ending, recorded } from "#test/support/stand-ins/model/recorded-answers.ts"
import type { Wire } from "#test/support/stand-ins/model/wires.ts"
import { type AssistantWorld, assistantWorld, callsOf, wordsOf } from "#test/support/worlds/assistant-world.ts"
import { accountOf } from "#test/support/worlds/stream-world.ts"
import { listeningLog } from "#test/support/worlds/world.ts"

function onBothWires(name: string, run: (t: TestContext, wire: Wire) => Promise<void>): void {
  for (const wire of ["anthropic", "openai"] as const) test(`${wire}: ${name}`, (t) => run(t, wire))
}

const noticesOf = ({ messages }: ShownConversation) =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "notice" ? [part.code] : [])))

/** A conversation whose first answer has this ending, and whose next one is complete. */
async function ended(t: TestContext, wire: Wire, ending: Ending) {
  const studio = await assistantWorld(t, [recorded(wire, ending), ["There you are."]], { wire })
  return { studio, conversation: await studio.ask("member", "Tell me the plan") }
}

async function again(studio: AssistantWorld, { id }: ShownConversation): Promise<ShownConversation> {
  await studio.act("member", retryRun, { conversationId: id })
  return studio.settled("member", id)
}

onBothWires("an answer cut at its limit says so, and a retry continues its text", async (t, wire) => {
  const { studio, conversation } = await ended(t, wire, "cut")
  const [, answer] = conversation.messages
  assert.deepEqual(answer?.parts.map((part) => ("text" in part ? part.text : part.type)), ["The plan has three parts: first, the", "The answer reached its limit of 16,384 tokens."]) // biome-ignore format: one thought
  assert.deepEqual(noticesOf(conversation), ["length"])
  const whole = await again(studio, conversation)
  assert.equal(wordsOf(whole), "There you are.")
  const sent = studio.model.journal[1]?.messages ?? []
  assert.deepEqual(valuesOf(sent, "role"), ["person", "assistant", "person"])
  assert.equal(sent[1]?.text, "The plan has three parts: first, the")
  assert.match(sent[2]?.text ?? "", /Go on exactly where your answer ended/)
})

onBothWires("a declined answer says so, calls nothing, and is left out of the next request", async (t, wire) => {
  const { studio, conversation } = await ended(t, wire, "declined")
  assert.deepEqual(noticesOf(conversation), ["declined"])
  assert.deepEqual(callsOf(conversation), [], "a call before the refusal is none")
  assert.equal(wordsOf(await again(studio, conversation)), "There you are.")
  assert.deepEqual(valuesOf(studio.model.journal[1]?.messages ?? [], "role"), ["person"])
})

for (const [ending, words] of [
  ["nothing", "The model gave no answer."],
  ["cut while it thought", "The model reached its limit of 16,384 tokens without an answer."],
] as const) {
  onBothWires(`an answer without text (${ending}) says so, and can be tried again`, async (t, wire) => {
    const { studio, conversation } = await ended(t, wire, ending)
    assert.deepEqual([noticesOf(conversation), wordsOf(conversation)], [["nothing"], words])
    assert.equal(wordsOf(await again(studio, conversation)), "There you are.")
    assert.deepEqual(valuesOf(studio.model.journal[1]?.messages ?? [], "role"), ["person"])
  })
}

onBothWires("a call that was cut in the middle is refused, and the model gets the reason", async (t, wire) => {
  const { studio, conversation } = await ended(t, wire, "cut in a call")
  const [call] = callsOf(conversation)
  assert.deepEqual([call?.state, wordsOf(conversation)], ["refused", "There you are."])
  assert.match(studio.model.journal[1]?.messages.at(-1)?.results[0]?.text ?? "", /limit in the middle of this call/)
})

onBothWires("a call that was cut before its first argument is refused", async (t, wire) => {
  const cut: Answer = [{ call: "list_links", written: "" }, { end: "length" }]
  const studio = await assistantWorld(t, [cut, ["There you are."]], { wire })
  const conversation = await studio.ask("member", "List them")
  assert.deepEqual(valuesOf(callsOf(conversation), "state"), ["refused"])
})

test("the limit of an answer is 16,384 tokens, and lower only where the context window leaves less", async (t) => {
  const large = await assistantWorld(t, [["Yes."]], { windowTokens: 200_000 })
  await large.ask("member", "Hello")
  assert.equal(large.model.journal[0]?.maxOutputTokens, 16_384)
  const small = await assistantWorld(t, [["Yes."]], { windowTokens: 32_768 })
  await small.ask("member", "word ".repeat(6_000))
  const most = small.model.journal[0]?.maxOutputTokens ?? 0
  assert.ok(most >= 4_096 && most < 16_384, `${most} tokens`)
})

const refusal: Answer = {
  status: 400,
  body: JSON.stringify({ error: { type: "invalid_request_error", message: "thinking: not supported, says the plan" } }),
}

onBothWires("a refusal of the provider is logged with its cause, and an admin reads the cause", async (t, wire) => {
  const { log, lines } = listeningLog()
  const studio = await assistantWorld(t, [refusal], { wire, log })
  const cause = "HTTP 400 invalid_request_error about thinking"
  const asked = await studio.ask("admin", "Hello")
  assert.ok(wordsOf(asked).includes(cause) && wordsOf(asked).includes("SVC_MODEL_URL"), wordsOf(asked))
  assert.match(wordsOf(await studio.ask("member", "Hello")), /^The model rejected this request.* Ask an admin/)
  const logged = lines.filter(({ msg }) => msg === "The model did not answer.")
  assert.deepEqual(logged.map((line) => line.cause), [cause, cause]) // biome-ignore format: one thought
  assert.ok(!JSON.stringify(lines).includes("says the plan"), "the provider's sentence may repeat a person's text")
})

onBothWires(
  "a provider's internal error is named, and a busy provider's notice says when to try again",
  async (t, wire) => {
    const studio = await assistantWorld(t, [{ status: 500 }], { wire })
    assert.equal(wordsOf(await studio.ask("member", "Hello")), "The model provider has a problem.")
    studio.says({ status: 429, headers: { "retry-after": "600" } })
    const busy = "The model is overloaded. Try again in 10 minutes."
    assert.equal(wordsOf(await studio.ask("member", "Hello")), busy)
  },
)

onBothWires("two hundred calls at once are refused with that reason, and none is carried out", async (t, wire) => {
  const calls: Part[] = Array.from({ length: 200 }, () => ({ call: "list_links", arguments: {} }))
  const studio = await assistantWorld(t, [["I will look. ", ...calls]], { wire })
  const conversation = await studio.ask("member", "Look")
  assert.match(wordsOf(conversation), /The model requested more than 100 actions at once. Nothing was done.$/)
  assert.deepEqual(callsOf(conversation), [])
})

onBothWires("an answer ends at its limit of minutes while text arrives, and can be continued", async (t, wire) => {
  const moment = (at: number): Part => ({ until: new Promise((go) => setTimeout(go, at * 20).unref()) })
  const trickle = () => Array.from({ length: 2_000 }, (_, at) => [moment(at), "word "]).flat()
  const { limits } = (await assistantWorld(t, [])).app.assistant
  const short = { ...limits, minutes: 0.01 }
  const studio = await assistantWorld(t, trickle, { wire, assistant: { limits: short } })
  const conversation = await studio.ask("member", "Tell me")
  await studio.model.allClosed()
  assert.deepEqual(noticesOf(conversation), ["limit"])
  assert.match(wordsOf(conversation), /^(word )*This answer was stopped after 0\.01 minutes\.$/)
  short.minutes = limits.minutes // a busy machine takes longer than the short limit
  studio.says(["There you are."])
  assert.equal(wordsOf(await again(studio, conversation)), "There you are.")
})

onBothWires("removing a member aborts their request to the model", async (t, wire) => {
  const studio = await assistantWorld(t, [["Half", { fault: "silence" }]], { wire })
  await studio.act("member", askAssistant, { text: "Tell me" })
  await until(async () => studio.model.journal.length === 1)
  await studio.act("owner", removeMember, { accountId: accountOf(studio.callers.member) })
  await studio.model.allClosed()
})

onBothWires(
  "moving a workspace to the trash aborts the requests to the model that its members have made",
  async (t, wire) => {
    const studio = await assistantWorld(t, [["Half", { fault: "silence" }]], { wire })
    await studio.act("member", askAssistant, { text: "Tell me" })
    await until(async () => studio.model.journal.length === 1)
    await studio.act("owner", trashWorkspace, { slug: "studio" })
    await studio.model.allClosed()
  },
)
