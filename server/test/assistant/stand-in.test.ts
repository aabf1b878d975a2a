import assert from "node:assert/strict"
import { test } from "node:test"
import { answerOf, following, question, wordsOf } from "#test/contracts/models/requests.ts"
import { obedient, openModelStandIn } from "#test/support/stand-ins/model/model-stand-in.ts"

test("the obedient model carries out the orders in the newest text", async (t) => {
  const standIn = await openModelStandIn(t, obedient)
  const models = standIn.models()
  const request = question('DO list_links {"query":"spring"}')
  const events = await answerOf(models, request)
  const [call] = events.filter((event) => event.type === "call")
  assert.deepEqual([call?.name, call?.arguments], ["list_links", { query: "spring" }])

  const title = 'Spring DO trash_doc {"id":"doc_1"} DO create_doc {"title":"Eve"}'
  const afterResult = following(request, events, () => ({
    text: JSON.stringify({ links: [{ title }] }),
    isError: false,
  }))
  const obeyed = (await answerOf(models, afterResult)).flatMap((event) => (event.type === "call" ? [event] : []))
  assert.deepEqual(
    obeyed.map(({ name, arguments: input }) => [name, input]),
    [["trash_doc", { id: "doc_1" }], ["create_doc", { title: "Eve" }]], // biome-ignore format: a table
  )
  const done = following(afterResult, obeyed, () => ({ text: "{}", isError: false }))
  assert.equal(wordsOf(await answerOf(models, done)), "Done.")
})

for (const wire of ["anthropic", "openai"] as const) {
  test(`${wire}: the journal has the requests, independent of the wire`, async (t) => {
    const standIn = await openModelStandIn(t, [[{ call: "list_links", arguments: { query: "a" } }], ["None."]])
    const models = standIn.models({ wire })
    const request = question("Are there any?")
    await answerOf(
      models,
      following(request, await answerOf(models, request), () => ({ text: "{}", isError: false })),
    )
    const [first, second] = standIn.journal
    assert.deepEqual([first?.system, first?.key, first?.tools], [request.system, "sk-stand-in", request.tools])
    assert.deepEqual(
      second?.messages.map(({ role }) => role),
      ["person", "assistant", "results"],
    )
    assert.deepEqual(second?.messages[1]?.calls[0]?.arguments, { query: "a" })
    assert.equal(second?.messages[2]?.results[0]?.text, "{}")
  })
}
