import assert from "node:assert/strict"
import { test } from "node:test"
import { sweepTables } from "#engines/jobs/retention.ts"
import { dayMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { paragraph } from "#test/support/docs/paragraph.ts"
import { putDoc } from "#test/support/docs/put-doc.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { createDoc, getDoc, listTrashedDocs, renameDoc, restoreDoc, searchDocs, trashDoc } from "./index.ts"

function at({ act, callers }: World, who: keyof World["callers"] = "member") {
  const caller = callers[who]
  return {
    create: (title: string, emoji?: string) => act(caller, createDoc, { title, emoji }),
    search: (input: object = {}) => act(caller, searchDocs, input),
    get: (id: string) => act(caller, getDoc, { id }),
    trash: (id: string) => act(caller, trashDoc, { id }),
    restore: (id: string) => act(caller, restoreDoc, { id }),
  }
}

onBothDatabases("a new doc is empty, and is found by any part of its title in any case", async (t, kind) => {
  const here = await world(t, kind)
  const made = await at(here).create("Straßen und Ärger", "🚀")
  await at(here).create("Something else")

  const { docs } = await at(here, "viewer").search({ query: "ÄRG" })

  assert.deepEqual(docs, [
    {
      id: made.id,
      url: `http://localhost:3000/studio/docs/${made.id}`,
      title: "Straßen und Ärger",
      emoji: "🚀",
      createdAt: made.createdAt,
      updatedAt: made.createdAt,
    },
  ])
  assert.deepEqual((await at(here).get(made.id)).body, { type: "doc", content: [{ type: "paragraph" }] })
})

onBothDatabases("marks in a query are no wildcards", async (t, kind) => {
  const here = await world(t, kind)
  for (const title of ["100% done", "100 done", "a_b", "axb", "back\\slash"]) await at(here).create(title)

  const titles = async (query: string) => (await at(here).search({ query })).docs.map(({ title }) => title)
  assert.deepEqual(await titles("0%e"), [])
  assert.deepEqual(await titles("a_b"), ["a_b"])
  assert.deepEqual(await titles("k\\s"), ["back\\slash"])
  assert.deepEqual(await titles("%"), [])
})

onBothDatabases("pages of a search list each doc once, latest change first", async (t, kind) => {
  const here = await world(t, kind)
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) {
    ids.push((await at(here).create(`Doc ${n}`)).id)
    here.clock.advance(n % 2)
  }

  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await at(here).search({ limit: 2, ...(cursor && { cursor }) })
    seen.push(...page.docs.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor)
  assert.deepEqual(seen.toSorted(), ids.toSorted())
  assert.equal(seen[0], ids.at(-1))
})

onSqlite("another workspace's docs are not found, and viewers cannot write", async (t, kind) => {
  const here = await world(t, kind)
  const { id } = await at(here).create("Ours")

  assert.deepEqual((await at(here, "stranger").search()).docs, [])
  await assert.rejects(at(here, "stranger").get(id), { code: "not_found" })
  await assert.rejects(at(here, "stranger").trash(id), { code: "not_found" })
  await assert.rejects(at(here, "viewer").create("No"), { code: "workspace_forbidden" })
})

test("titles are one visible line, and the emoji is one emoji", async (t) => {
  const here = await world(t)
  assert.equal((await at(here).create("  two\nlines \u202E ")).title, "two lines")
  await assert.rejects(at(here).create("\u200b \u202e"), { code: "invalid_request" })
  for (const emoji of ["x", "🚀🚀", "", "<b>"]) {
    await assert.rejects(at(here).create("A doc", emoji), { code: "invalid_request" })
  }
})

onBothDatabases("the trash lists the workspace's docs, latest removal first", async (t, kind) => {
  const here = await world(t, kind)
  const old = await at(here).create("Old", "🚀")
  const young = await at(here).create("Young")
  await at(here).create("Kept")
  await at(here).trash(old.id)
  here.clock.advance(1)
  await at(here).trash(young.id)

  const first = await here.act("viewer", listTrashedDocs, { limit: 1 })
  const rest = await here.act("viewer", listTrashedDocs, { limit: 1, cursor: first.nextCursor })

  const now = here.clock.now()
  assert.deepEqual(first.items, [{ id: young.id, title: "Young", emoji: null, deletedAt: now }])
  assert.deepEqual(rest, { items: [{ id: old.id, title: "Old", emoji: "🚀", deletedAt: now - 1 }] })
  assert.deepEqual((await here.act("stranger", listTrashedDocs, {})).items, [])
})

onSqlite("the trash keeps a doc for 30 days", async (t, kind) => {
  const here = await world(t, kind)
  const content = [paragraph("text")]
  const id = await putDoc(here, { content })
  await at(here).trash(id)
  assert.deepEqual((await at(here).search()).docs, [])
  await assert.rejects(at(here).get(id), { code: "not_found" })
  await assert.rejects(at(here).trash(id), { code: "not_found" })

  here.clock.advance(30 * dayMs - 1)
  await sweepTables(here.cx, "docs")
  await at(here).restore(id)
  assert.deepEqual((await at(here).get(id)).body, { type: "doc", content })

  await at(here).trash(id)
  here.clock.advance(30 * dayMs)
  await sweepTables(here.cx, "docs")
  await assert.rejects(at(here).restore(id), { code: "not_found" })
})

onBothDatabases("renaming a doc keeps its text, and updates the list and the search", async (t, kind) => {
  const here = await world(t, kind)
  const { id } = await at(here).create("Plan", "🚀")
  const rename = (who: "member" | "viewer" | "stranger", title: string, emoji: string | null) =>
    here.act(who, renameDoc, { id, title, emoji })
  const { body } = await at(here).get(id)

  assert.deepEqual(await rename("member", "  Launch  plan ", null), { title: "Launch plan", emoji: null })

  assert.deepEqual(valuesOf((await at(here).search({ query: "launch" })).docs, "id"), [id])
  const { title, emoji, body: after } = await at(here).get(id)
  assert.deepEqual({ title, emoji, after }, { title: "Launch plan", emoji: null, after: body })
  await assert.rejects(rename("viewer", "Mine", null), { status: 403 })
  await assert.rejects(rename("stranger", "Mine", null), { status: 404 })
  await assert.rejects(rename("member", " ", null), { status: 400 })
  await at(here).trash(id)
  await assert.rejects(rename("member", "Too late", null), { status: 404 })
})
