import assert from "node:assert/strict"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { browseDocs, createDoc, restoreDoc, starDoc, trashDoc, unstarDoc } from "./index.ts"

async function makeDocs({ act, clock }: World, titles: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const title of titles) {
    ids.set(title, (await act("member", createDoc, { title })).id)
    clock.advance(1)
  }
  return ids
}

const titlesOf = async ({ act }: World, who: "member" | "viewer" | "stranger", input: object = {}) => {
  const { items } = await act(who, browseDocs, input)
  return items.map(({ title, isStarred }) => (isStarred ? `★${title}` : title))
}

onBothDatabases("a star belongs to one member, is added once, and can be removed", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const id = (await makeDocs(studio, ["Plan", "Notes"])).get("Plan")
  await act("viewer", starDoc, { id })
  await act("viewer", starDoc, { id })
  assert.deepEqual(await titlesOf(studio, "viewer"), ["Notes", "★Plan"])
  assert.deepEqual(await titlesOf(studio, "viewer", { isStarred: true }), ["★Plan"])
  assert.deepEqual(await titlesOf(studio, "viewer", { isStarred: true, query: "not" }), [])
  assert.deepEqual(await titlesOf(studio, "member"), ["Notes", "Plan"], "no other member sees it")
  await act("member", unstarDoc, { id })
  assert.deepEqual(await titlesOf(studio, "viewer", { isStarred: true }), ["★Plan"])
  await act("viewer", unstarDoc, { id })
  assert.deepEqual(await titlesOf(studio, "viewer", { isStarred: true }), [])
})

onBothDatabases("docs are listed by title, of any length, or by creation", async (t, kind) => {
  const { act, clock } = await world(t, kind)
  const titles = ["漢".repeat(200), "b", "a", `${"漢".repeat(199)}字`]
  for (const title of titles) {
    clock.advance(1)
    await act("member", createDoc, { title })
  }
  const listed = async (sort: string) => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await act("viewer", browseDocs, { sort, limit: 1, cursor })
      found.push(...page.items.map(({ title }) => title))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    return found
  }
  const byTitle = await listed("title")
  assert.deepEqual([...byTitle].sort(), [...titles].sort())
  assert.deepEqual(await listed("-title"), byTitle.toReversed())
  assert.deepEqual(await listed("created_at"), titles)
})

onBothDatabases("with `sort: starred`, pages list starred docs first, and each doc once", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const ids = await makeDocs(studio, ["a", "b", "c", "d", "e", "f"])
  for (const title of ["b", "e", "a"]) await act("member", starDoc, { id: ids.get(title) })
  for (const limit of [1, 2, 3, 4]) {
    const titles: string[] = []
    let cursor: string | undefined
    do {
      const page = await act("member", browseDocs, { sort: "starred", limit, cursor })
      titles.push(...page.items.map(({ title }) => title))
      cursor = page.nextCursor
    } while (cursor)
    assert.deepEqual(titles, ["e", "b", "a", "f", "d", "c"], `${limit} at once`)
  }
  const { nextCursor } = await act("member", browseDocs, { sort: "starred", limit: 1 })
  await assert.rejects(act("member", browseDocs, { cursor: nextCursor }), { code: "invalid_request" })
})

onBothDatabases("a star survives its doc's time in the trash, and is deleted with its member", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, app, callers } = studio
  const id = (await makeDocs(studio, ["Plan"])).get("Plan")
  await act("member", starDoc, { id })
  await act("member", trashDoc, { id })
  assert.deepEqual(await titlesOf(studio, "member"), [])
  await assert.rejects(act("viewer", starDoc, { id }), { code: "not_found" })
  await act("member", restoreDoc, { id })
  assert.deepEqual(await titlesOf(studio, "member"), ["★Plan"])
  await assert.rejects(act("stranger", starDoc, { id }), { code: "not_found" })
  assert.deepEqual(await titlesOf(studio, "stranger"), [])

  const { accountId } = callers.member as { accountId: string }
  await app.database.transaction((db) => db.deleteFrom("members").where("account_id", "=", accountId).execute())
  assert.deepEqual(await app.database.read.selectFrom("doc_stars").selectAll().execute(), [])
})

onBothDatabases(
  "docs are listed by the time of their change, also with those that have a star first",
  async (t, kind) => {
    const here = await world(t, kind)
    const make = (title: string) => here.act("member", createDoc, { title })
    await make("Old")
    here.clock.advance(1_000)
    const from = new Date(here.clock.now()).toISOString()
    const { id } = await make("Starred")
    here.clock.advance(1_000)
    await make("New")
    here.clock.advance(1_000)
    const to = new Date(here.clock.now()).toISOString()
    await make("Late")
    await here.act("member", starDoc, { id })
    const titles = (input: object) => titlesOf(here, "member", { from, to, ...input })
    assert.deepEqual(await titles({}), ["New", "★Starred"])
    assert.deepEqual(await titles({ sort: "-starred" }), ["★Starred", "New"])
    assert.deepEqual(await titles({ query: "sta" }), ["★Starred"])
  },
)
