import assert from "node:assert/strict"
import { decideCalls, type ShownCall } from "#domains/assistant/on-demand.ts"
import { listLinks } from "#domains/links/index.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { assistantWorld, callsOf, wordsOf } from "#test/support/worlds/assistant-world.ts"

onSqlite("a question is answered by a lookup with the person's permissions", async (t, kind) => {
  const studio = await assistantWorld(t, [[{ call: "list_links", arguments: {} }], ["You have one link."]], { kind })
  const { slug, id } = await shorten(studio)

  const conversation = await studio.ask("viewer", "Which links do we have?")

  assert.equal(wordsOf(conversation), "You have one link.")
  const [call] = callsOf(conversation)
  assert.deepEqual([call?.tool, call?.state, call?.summary], ["list_links", "done", "Viewed 1 link"])
  const sent = JSON.stringify(studio.model.journal[1]?.messages)
  assert.ok(sent.includes(slug) && sent.includes(id), "the answer of the tool went to the model")
  assert.deepEqual(conversation.outsiders, [])
})

onSqlite("a created link's card and answer say what its short name lost", async (t, kind) => {
  const studio = await assistantWorld(t, [], { kind })
  const create = async (slug: string) => {
    const given = { destination: "https://example.com/spring", slug }
    studio.says([{ call: "create_link", arguments: given }], ["It is there."])
    const waiting = await studio.ask("member", `Make a link ${slug}`)
    const [card] = callsOf(waiting)
    assert.ok(card?.rehearsal?.outcome === "would")
    const { id } = waiting
    const decisions = [{ callId: card.id, answer: "once" as const }]
    await studio.act("member", decideCalls, { conversationId: id, decisions })
    const [done] = callsOf(await studio.settled("member", id))
    const noteIn = (facts: ShownCall["facts"] = []) => facts.find(({ label }) => label === "Note")?.value
    const sent = JSON.stringify(studio.model.journal.at(-1)?.messages)
    return { preview: noteIn(card.rehearsal.facts), result: noteIn(done?.facts), sent }
  }
  const lost = await create("Spring Café!")
  assert.match(lost.preview ?? "", /^The short name is “Spring-Cafe”\./)
  assert.equal(lost.result, lost.preview)
  assert.ok(lost.sent.includes("The short name is “Spring-Cafe”."), "the model can say it, too")
  const kept = await create("spring")
  assert.deepEqual([kept.preview, kept.result], [undefined, undefined])
  assert.ok(!kept.sent.includes("The short name is"))
})

onBothDatabases("a write waits for its person with its rehearsed outcome, and runs once", async (t, kind) => {
  const asked = { destination: "https://example.com/spring", slug: "spring" }
  const studio = await assistantWorld(t, [[{ call: "create_link", arguments: asked }], ["It is there."]], { kind })

  const waiting = await studio.ask("member", "Make a link /spring to https://example.com/spring")

  const [card] = callsOf(waiting)
  assert.ok(card)
  assert.deepEqual([card.state, card.arguments], ["waiting", asked])
  assert.equal(card.rehearsal?.outcome, "would")
  assert.deepEqual((await studio.act("member", listLinks, {})).links, [], "the rehearsal left nothing behind")

  const decision = { conversationId: waiting.id, decisions: [{ callId: card.id, answer: "once" as const }] }
  await studio.act("member", decideCalls, decision)
  const done = await studio.settled("member", waiting.id)

  assert.deepEqual(valuesOf(callsOf(done), "state"), ["done"])
  assert.equal(wordsOf(done), "It is there.")
  const { links } = await studio.act("member", listLinks, {})
  assert.deepEqual(valuesOf(links, "slug"), ["spring"])
  await assert.rejects(studio.act("member", decideCalls, decision), { code: "conflict" })
})
