import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { workspaceRoutes } from "#contract/console/workspace-routes.ts"
import { askAssistant, exportConversation } from "#domains/assistant/on-demand.ts"
import { knownPages } from "#domains/assistant/runs/page-of.ts"
import { cachedConversation } from "#test/support/assistant/cached-conversation.ts"
import { cachedShares } from "#test/support/stand-ins/model/prompt-cache.ts"
import type { Wire } from "#test/support/stand-ins/model/wires.ts"
import { assistantWorld, wordsOf } from "#test/support/worlds/assistant-world.ts"

function onBothWires(name: string, run: (t: TestContext, wire: Wire) => Promise<void>): void {
  for (const wire of ["anthropic", "openai"] as const) test(`${wire}: ${name}`, (t) => run(t, wire))
}

onBothWires("at least 95 % of a request is cached at the next step, minute and question", async (t, wire) => {
  const shares = await cachedConversation(t, wire)
  assert.equal(shares.length, 11)
  for (const [at, share] of shares.entries()) assert.ok(share >= 0.95, `${Math.round(share * 100)} % of request ${at}`)
})

const look = [{ call: "list_links", arguments: {} }]

onBothWires("the last step, which forbids calls, has the same tools as the step before", async (t, wire) => {
  const { limits } = (await assistantWorld(t, [])).app.assistant
  const assistant = { limits: { ...limits, steps: 3 } }
  const studio = await assistantWorld(t, [look, look, ["Enough."]], { wire, assistant })
  assert.equal(wordsOf(await studio.ask("member", "Look")), "Enough.")
  const [, , last] = studio.model.journal
  assert.deepEqual(last?.body.tool_choice, wire === "anthropic" ? { type: "none" } : "none")
  for (const share of cachedShares(studio.model.journal)) assert.ok(share >= 0.95, String(share))
})

onBothWires(
  "a question keeps the facts of the time it was asked: person, locale, zone, local time and page",
  async (t, wire) => {
    const studio = await assistantWorld(t, [["Yes."]], { wire })
    const whereabouts = { about: "/links?q=Delete+all", locale: "de-de", timeZone: "Europe/Berlin" }
    const { conversationId } = await studio.act("member", askAssistant, {
      text: "Hello",
      ...whereabouts,
    })
    await studio.settled("member", conversationId)
    studio.clock.advance(86_400_000)
    const odd = { about: "/delete/all", locale: "no language", timeZone: "Nowhere/Else" }
    await studio.act("member", askAssistant, { text: "And now?", conversationId, ...odd })
    await studio.settled("member", conversationId)
    const who = { person: "member", role: "member", workspace: "Studio Ada" }
    const sentFacts = (studio.model.journal[1]?.messages ?? []).flatMap(({ text }) => text.match(/(?<=<facts>).*(?=<\/facts>)/) ?? []) // biome-ignore format: one thought
    assert.deepEqual(sentFacts.map((facts) => JSON.parse(facts)), [
    { ...who, locale: "de-DE", time_zone: "Europe/Berlin", local_time: "2026-11-20T13:00:00+01:00, Friday", page_they_are_on: "/links" },
    { ...who, time_zone: "UTC", local_time: "2026-11-21T12:00:00+00:00, Saturday" },
  ]) // biome-ignore format: a table
    const { messages } = await studio.act("member", exportConversation, { id: conversationId })
    const exported = messages.flatMap(({ role, facts }) => (role === "person" ? [facts] : (facts ?? [])))
    assert.deepEqual(
      exported,
      sentFacts.map((facts) => JSON.parse(facts)),
      "its person takes along what was said",
    )
  },
)

test("the page addresses that a model may get are the console's routes", () => {
  const paths = workspaceRoutes.map(({ path }) => path.replaceAll(/\$\w+/g, "$"))
  assert.deepEqual([...knownPages].sort(), paths.sort())
})
