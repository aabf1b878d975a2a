import assert from "node:assert/strict"
import { test } from "node:test"
import { type App, perform } from "#access/perform.ts"
import { createDoc } from "#domains/docs/index.ts"
import { createTaggedLink } from "#domains/links/index.ts"
import { ownerOf, readFacts } from "#test/support/assistant/quality/facts.ts"
import { answerTo, faultsOf } from "#test/support/assistant/quality/judge.ts"
import { questions } from "#test/support/assistant/quality/questions.ts"
import { migratedDatabaseUrl, openDatabase } from "#test/support/databases/test-databases.ts"
import { openModelStandIn } from "#test/support/stand-ins/model/model-stand-in.ts"
import { world } from "#test/support/worlds/world.ts"
import { demo, fillEmptyDatabase } from "../../src/start/demo/demo-data.ts"

async function demoOf(t: Parameters<typeof world>[0], models?: App["models"]) {
  const { app: base } = await world(t, "sqlite", models ? { models } : {})
  const app = { ...base, database: openDatabase(t, await migratedDatabaseUrl(t, "sqlite")) }
  assert.ok(await fillEmptyDatabase(app))
  return { app, owner: await ownerOf(app) }
}

const knownOf = (ask: string) => {
  const known = questions[ask]
  assert.ok(known, ask)
  return known
}

test("each of the thirty questions has an answer in the demo that an empty reply does not match", async (t) => {
  const { app, owner } = await demoOf(t)
  const facts = await readFacts(app, owner)
  assert.equal(Object.keys(questions).length, 30)
  for (const [ask, known] of Object.entries(questions)) {
    const expected = known(facts)
    const silent = { text: "", calls: [], tokens: 0 }
    assert.notDeepEqual(faultsOf(expected, silent), [], `nothing is no answer to ${ask}`)
    for (const pattern of expected.says ?? []) assert.ok(!pattern.test(ask), `${ask} does not give ${pattern} away`)
    for (const pattern of [...(expected.says ?? []), ...(expected.never ?? [])]) assert.notEqual(pattern.source, "(?:)")
  }
})

test("the expected answers depend on the data", async (t) => {
  const { app, owner } = await demoOf(t)
  const before = await readFacts(app, owner)
  await perform({ app, caller: owner }, createTaggedLink, {
    slug: "third",
    destination: "https://example.org/",
    tags: [],
  })
  await perform({ app, caller: owner }, createDoc, { title: "Budget" })
  const after = await readFacts(app, owner)
  for (const ask of [
    "How many short links do we have?",
    "Does any short link lead to example.org?",
    "Which docs do we have?",
    "Do we have a doc called Budget?",
    "Move all our docs to the trash.",
  ])
    assert.notDeepEqual(knownOf(ask)(before), knownOf(ask)(after), ask)
  assert.deepEqual(
    after.workspaces.map(({ slug }) => slug),
    [demo.slug],
  )
})

test("an answer of the real loop is judged by its text and its calls", async (t) => {
  const model = await openModelStandIn(t, [])
  const { app, owner } = await demoOf(t, model.models())
  const ask = "How many short links do we have?"
  const facts = await readFacts(app, owner)
  const judge = async (count: number, ...calls: string[]) => {
    const looks = calls.map((call) => ({ call, arguments: {} }))
    model.script = ({ messages }) =>
      messages.at(-1)?.role === "person" && looks.length > 0 ? looks : [`You have ${count}.`]
    return faultsOf(knownOf(ask)(facts), await answerTo(app, owner, ask))
  }
  assert.deepEqual(await judge(facts.links.length, "list_links"), [])
  assert.equal((await judge(facts.links.length + 1, "list_links")).length, 1)
  assert.equal((await judge(facts.links.length, "search_docs")).length, 1)
})
