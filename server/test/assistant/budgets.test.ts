import assert from "node:assert/strict"
import { test } from "node:test"
import { askAssistant, deleteConversation, type ShownConversation } from "#domains/assistant/on-demand.ts"
import { reserveTokens, settleTokens } from "#domains/assistant/spending/index.ts"
import { until } from "#test/support/basics/until.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { type AssistantWorld, assistantWorld, callsOf, wordsOf } from "#test/support/worlds/assistant-world.ts"
import { world } from "#test/support/worlds/world.ts"
import { idOf, limited, reserveTogether, spentIn, sum, usual, withoutNotes } from "./reservations.ts"

test("a thousand concurrent reservations exceed no limit, and none is partial (sqlite)", (t) =>
  reserveTogether(t, "sqlite"))

onSqlite("a step that used more than its reservation counts in full, and the next one is refused", async (t, kind) => {
  const studio = await world(t, kind)
  const cx = { ...studio.cx, assistant: limited({ memberDayTokens: 1_000 }) }
  const spender = { accountId: idOf(studio.callers.member), workspaceId: studio.workspaceId }
  const reserve = (most: number | null = null) => reserveTokens(cx, spender, { input: 60, output: 40, chosen: { member_daily_tokens: most, monthly_tokens: null }, note: withoutNotes }) // biome-ignore format: one thought
  assert.equal(typeof (await reserve(99)), "string", "what an owner allows is less than what the installation does")
  const reserved = await reserve()
  assert.ok(typeof reserved !== "string")
  await studio.cx.atomically((inside) => settleTokens({ ...inside, assistant: cx.assistant }, reserved, { input: 700, output: 250, cached: 0 })) // biome-ignore format: one thought
  assert.deepEqual([...(await spentIn(studio)).values()], [[950], [950], [950]])
  assert.match(String(await reserve()), /You've reached.*at midnight/)
  studio.clock.advance(12 * 3_600_000)
  assert.equal(typeof (await reserve()), "object", "the next day has a full budget")
})

/** The usage that a conversation's messages show. */
const takenBy = ({ messages }: ShownConversation) =>
  sum(messages.map(({ usage }) => (usage ? usage.input + usage.output : 0)))

async function asSpent(studio: AssistantWorld, conversation: ShownConversation): Promise<void> {
  const spent = await spentIn(studio)
  for (const whose of ["member", "workspace", "installation"])
    assert.equal(sum(spent.get(whose)), takenBy(conversation), whose)
}

const list = [{ call: "list_links", arguments: {} }]

test("a step that is refused for its budget names the budget and when it is renewed", async (t) => {
  const purses = { memberDayTokens: /You've reached.*at midnight/, workspaceMonthTokens: /This workspace.*next month/, installationDayTokens: /The service has reached.*at midnight/ } // biome-ignore format: a table
  for (const [limit, words] of Object.entries(purses)) {
    const poor = await assistantWorld(t, [["Fine."]], { assistant: limited({ [limit]: 4_500 }) })
    const done = await poor.ask("member", "Hello?")
    assert.match(wordsOf(done), words)
    assert.equal(poor.model.journal.length, 0)
    assert.deepEqual(await spentIn(poor).then((spent) => [...spent.values()].flat()), [], "nothing was taken")
  }
})

test("an answer ends at its limits of steps, tokens and time with a notice, and a new question works", async (t) => {
  const ends: [Partial<typeof usual>, RegExp][] = [
    [{ steps: 3 }, /stopped after 3 steps\.$/],
    [{ minutes: 0.0001 }, /stopped after [\d.]+ minutes\.$/],
    [{ runTokens: 30_000 }, /reached its token limit\.$/],
  ]
  for (const [limits, words] of ends) {
    const poor = await assistantWorld(t, () => [...list, { usage: { input_tokens: 9_000, output_tokens: 2_000 } }], { assistant: limited(limits) }) // biome-ignore format: one thought
    const done = await poor.ask("member", "List them for ever")
    assert.match(wordsOf(done), words, JSON.stringify(limits))
    assert.ok(poor.model.journal.length <= 4)
    const last = poor.model.journal.at(-1)?.body.tool_choice
    if (limits.steps) assert.deepEqual(last, { type: "none" }, "the last step can only end in words")
    poor.says(["Here they are."])
    if (limits.steps)
      assert.equal(wordsOf(await poor.ask("member", "Go on", { conversationId: done.id })), "Here they are.")
    await asSpent(poor, await poor.settled("member", done.id))
  }
})

test("calls beyond an answer's limit are refused, and the model gets the reason", async (t) => {
  const poor = await assistantWorld(t, [[...list, ...list, ...list, ...list], ["Done."]], { assistant: limited({ calls: 3 }) }) // biome-ignore format: one thought
  const done = await poor.ask("member", "Four times")
  assert.deepEqual(callsOf(done).map(({ state }) => state), ["done", "done", "done", "refused"]) // biome-ignore format: one thought
  assert.match(poor.model.journal[1]?.messages.at(-1)?.results.at(-1)?.text ?? "", /used all the calls/)
})

onBothDatabases("a step's reservation is settled once, by the known usage, however it was cut off", async (t, kind) => {
  const studio = await assistantWorld(t, [], { kind })
  studio.model.script = () => ["I will look", { fault: "cut" }]
  const cut = await studio.ask("member", "Look")
  assert.ok(takenBy(cut) > 0)
  await asSpent(studio, cut)

  const asked = Promise.withResolvers<void>()
  studio.model.script = () => {
    asked.resolve()
    return [{ until: new Promise(() => {}) }]
  }
  const { conversationId } = await studio.act("member", askAssistant, { text: "Look", conversationId: cut.id })
  await asked.promise
  const reserved = sum((await spentIn(studio)).get("member"))
  await studio.act("member", deleteConversation, { id: conversationId })
  const settled = reserved - usual.outputTokens
  assert.ok(settled > takenBy(cut), "the question counts, and the answer that did not come does not")
  await until(async () => [...(await spentIn(studio)).values()].flat().every((tokens) => tokens === settled))
})
