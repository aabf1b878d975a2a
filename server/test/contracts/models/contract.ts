import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { ModelEvent, Models } from "#adapters/models/port.ts"
import { allOf, answerOf, following, listTool, question, wordsOf } from "./requests.ts"

/** The peer behind an adapter. On `wish` it must call `list_links`, and afterwards answer with text. */
export interface Peer {
  readonly models: Models
}

/** The sentence to which every peer responds with one call of `list_links`, and with text once it has the result. */
export const wish = "List my short links"

const result = () => ({ text: JSON.stringify({ links: [] }), isError: false })

/** The contract of every model adapter. `open` opens it, with a peer that understands `wish`. */
export function modelContract(name: string, open: (t: TestContext) => Promise<Peer>): void {
  const check: Check = (what, run) => test(`${name}: ${what}`, async (t) => run((await open(t)).models))
  checkAnswers(check)
  checkConversations(check)
  checkEnds(check)
}

type Check = (what: string, run: (models: Models) => Promise<void>) => unknown

function checkAnswers(check: Check): void {
  check("an answer has one usage and, last, one end", async (models) => {
    const events = await answerOf(models, question(wish))
    const kinds = events.map(({ type }) => type)
    assert.deepEqual(kinds.slice(-2), ["usage", "end"])
    assert.equal(kinds.filter((kind) => kind === "usage" || kind === "end").length, 2)
  })

  check("a call is complete, and named as it was offered", async (models) => {
    const events = await answerOf(models, question(wish))
    const [call, ...others] = events.filter(({ type }) => type === "call")
    assert.ok(call?.type === "call" && others.length === 0)
    assert.equal(call.name, listTool.name)
    assert.match(call.id, /^[\w-]{1,64}$/)
    assert.equal(typeof call.arguments, "object")
    assert.equal(call.malformed, undefined)
    assert.deepEqual(events.at(-1), { type: "end", reason: "calls" })
  })

  check("without tools nothing is called", async (models) => {
    const events = await answerOf(models, question(wish, { tools: [] }))
    assert.ok(events.every(({ type }) => type !== "call"))
    assert.notEqual(wordsOf(events), "")
  })

  check("usage is counted in whole tokens", async (models) => {
    const events = await answerOf(models, question(wish))
    const usage = events.find((event) => event.type === "usage")?.usage
    for (const count of [usage?.input, usage?.output, usage?.cached])
      assert.ok(count !== undefined && Number.isSafeInteger(count) && count >= 0)
    assert.ok((usage?.cached ?? 0) <= (usage?.input ?? 0))
  })
}

function checkConversations(check: Check): void {
  check("results go back, and words come of them", async (models) => {
    const request = question(wish)
    const next = following(request, await answerOf(models, request), result)
    const events = await answerOf(models, next)
    assert.notEqual(wordsOf(events), "")
    assert.deepEqual(events.at(-1), { type: "end", reason: "stop" })
  })

  check("the id of a call is not one that the conversation has already", async (models) => {
    const request = question(wish)
    const done = following(request, await answerOf(models, request), result)
    const said = { role: "assistant" as const, parts: [{ type: "text" as const, text: "There are none." }] }
    const again = { ...done, messages: [...done.messages, said, ...request.messages] }
    const idsOf = (events: ModelEvent[]) => events.flatMap((event) => (event.type === "call" ? [event.id] : []))
    const before = done.messages.flatMap((message) => (message.role === "results" ? message.results : []))
    const [id = ""] = idsOf(await answerOf(models, again))
    assert.ok(id !== "" && !before.some(({ callId }) => callId === id))
  })
}

function checkEnds(check: Check): void {
  check("what was aborted before it began is not asked, and rejects with the reason", async (models) => {
    const reason = new Error("Stopped.")
    await assert.rejects(answerOf(models, question(wish), AbortSignal.abort(reason)), reason)
  })

  check("who stops listening in the middle can ask again", async (models) => {
    for await (const _event of models.stream(question(wish), new AbortController().signal)) break
    assert.equal((await answerOf(models, question(wish))).at(-1)?.type, "end")
  })

  check("two answers at once do not mix", async (models) => {
    const request = question(wish)
    const next = following(request, await answerOf(models, request), result)
    const signal = new AbortController().signal
    const [calls, words] = await Promise.all([
      allOf(models.stream(request, signal)),
      allOf(models.stream(next, signal)),
    ])
    assert.deepEqual(
      [calls.at(-1), words.at(-1)],
      [
        { type: "end", reason: "calls" },
        { type: "end", reason: "stop" },
      ],
    )
  })

  check("closing twice does nothing", async (models) => {
    await models.close()
    await models.close()
  })
}
