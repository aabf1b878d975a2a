import assert from "node:assert/strict"
import { test } from "node:test"
import { onBothDatabases } from "#test/support/databases.ts"
import { valuesOf } from "#test/support/values-of.ts"
import { type World, world } from "#test/support/world.ts"
import { keptVersions } from "./doc-store.ts"
import {
  createDoc,
  getDoc,
  listDocVersions,
  listTrashedDocs,
  restoreDoc,
  restoreDocVersion,
  saveDoc,
  searchDocs,
  sweepDocTrash,
  trashDoc,
} from "./index.ts"

const dayMs = 86_400_000
const bodyOf = (text: string) => ({
  type: "doc" as const,
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
})

function at({ act, callers }: World, who: keyof World["callers"] = "member") {
  const caller = callers[who]
  return {
    create: (title: string, emoji?: string) => act(caller, createDoc, { title, emoji }),
    search: (input: object = {}) => act(caller, searchDocs, input),
    get: (id: string) => act(caller, getDoc, { id }),
    save: (id: string, version: number, text: string) =>
      act(caller, saveDoc, { id, version, title: "A doc", emoji: null, body: bodyOf(text) }),
    versions: (id: string) => act(caller, listDocVersions, { id }),
    restoreVersion: (id: string, version: number) => act(caller, restoreDocVersion, { id, version }),
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
      title: "Straßen und Ärger",
      emoji: "🚀",
      created_at: made.created_at,
      updated_at: made.created_at,
    },
  ])
  assert.deepEqual((await at(here).get(made.id)).body, { type: "doc", content: [{ type: "paragraph" }] })
})

onBothDatabases("wildcards of the query mean themselves", async (t, kind) => {
  const here = await world(t, kind)
  for (const title of ["100% done", "100 done", "a_b", "axb", "back\\slash"]) await at(here).create(title)

  const titles = async (query: string) => (await at(here).search({ query })).docs.map(({ title }) => title)
  assert.deepEqual(await titles("0%"), ["100% done"])
  assert.deepEqual(await titles("a_b"), ["a_b"])
  assert.deepEqual(await titles("\\"), ["back\\slash"])
})

onBothDatabases("pages of a search hold each doc once, those changed last first", async (t, kind) => {
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
    cursor = page.next_cursor
  } while (cursor)
  assert.deepEqual(seen.toSorted(), ids.toSorted())
  assert.equal(seen[0], ids.at(-1))
})

onBothDatabases("another workspace's docs are not found, and viewers write nothing", async (t, kind) => {
  const here = await world(t, kind)
  const { id } = await at(here).create("Ours")

  assert.deepEqual((await at(here, "stranger").search()).docs, [])
  await assert.rejects(at(here, "stranger").get(id), { code: "not_found" })
  await assert.rejects(at(here, "stranger").save(id, 1, "x"), { code: "not_found" })
  await assert.rejects(at(here, "stranger").trash(id), { code: "not_found" })
  await assert.rejects(at(here, "viewer").create("No"), { code: "workspace_forbidden" })
  await assert.rejects(at(here, "viewer").save(id, 1, "x"), { code: "workspace_forbidden" })
})

test("titles are one visible line, and the emoji is one emoji", async (t) => {
  const here = await world(t)
  assert.equal((await at(here).create("  two\nlines \u202E ")).title, "two lines")
  await assert.rejects(at(here).create("\u200b \u202e"), { code: "invalid_request" })
  for (const emoji of ["x", "🚀🚀", "", "<b>"]) {
    await assert.rejects(at(here).create("A doc", emoji), { code: "invalid_request" })
  }
})

onBothDatabases("of two who save the same version one is told to load again", async (t, kind) => {
  const here = await world(t, kind)
  const { id } = await at(here).create("A doc")

  const saves = await Promise.allSettled([at(here).save(id, 1, "mine"), at(here, "admin").save(id, 1, "yours")])

  assert.deepEqual(saves.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"])
  const lost = saves.find((save) => save.status === "rejected")
  assert.equal(lost?.reason.code, "conflict")
  assert.equal((await at(here).get(id)).version, 2)
})

onBothDatabases("a sitting leaves one version; another person and a long pause begin a new one", async (t, kind) => {
  const here = await world(t, kind)
  const { id } = await at(here).create("A doc")
  await at(here).save(id, 1, "one")
  await at(here).save(id, 2, "one and a half")
  await at(here, "admin").save(id, 3, "two")
  here.clock.advance(11 * 60_000)
  await at(here, "admin").save(id, 4, "three")

  const { items } = await at(here, "viewer").versions(id)
  assert.deepEqual(valuesOf(items, "version"), [4, 3, 1])

  const restored = await at(here).restoreVersion(id, 3)
  assert.deepEqual(restored.body, bodyOf("one and a half"))
  assert.equal(restored.version, 6)
  assert.deepEqual((await at(here).restoreVersion(id, 5)).body, bodyOf("three"), "what was there is a version")
})

onBothDatabases("who writes for hours leaves a version each hour", async (t, kind) => {
  const here = await world(t, kind)
  const { id } = await at(here).create("A doc")
  for (let version = 1; version <= 25; version += 1) {
    await at(here).save(id, version, `draft ${version}`)
    here.clock.advance(5 * 60_000)
  }
  assert.equal((await at(here).versions(id)).items.length, 3)
})

onBothDatabases("the trash lists its docs, those that went there last first, and nobody else's", async (t, kind) => {
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

onBothDatabases("the trash keeps a doc for 30 days", async (t, kind) => {
  const here = await world(t, kind)
  const { id } = await at(here).create("A doc")
  await at(here).save(id, 1, "text")
  await at(here).trash(id)
  assert.deepEqual((await at(here).search()).docs, [])
  await assert.rejects(at(here).get(id), { code: "not_found" })
  await assert.rejects(at(here).trash(id), { code: "not_found" })

  here.clock.advance(30 * dayMs - 1)
  await sweepDocTrash(here.cx)
  await at(here).restore(id)
  assert.deepEqual((await at(here).get(id)).body, bodyOf("text"))

  await at(here).trash(id)
  here.clock.advance(30 * dayMs)
  await sweepDocTrash(here.cx)
  await assert.rejects(at(here).restore(id), { code: "not_found" })
  assert.deepEqual(await here.cx.db.selectFrom("doc_versions").selectAll().execute(), [])
})

onBothDatabases("the last 200 versions of a doc are kept", async (t, kind) => {
  const here = await world(t, kind)
  const { id } = await at(here).create("A doc")
  const { app } = here
  const [row] = await app.database.read.selectFrom("docs").selectAll().where("id", "=", id).execute()
  const old = {
    doc_id: id,
    title: "A doc",
    emoji: null,
    body: row?.body ?? "",
    saved_by: row?.saved_by ?? "",
    saved_at: 1,
  }
  const rows = Array.from({ length: 250 }, (_, n) => ({ ...old, version: n + 1 }))
  await app.database.transaction(async (db) => {
    await db.insertInto("doc_versions").values(rows).execute()
    await db.updateTable("docs").set({ version: 251 }).where("id", "=", id).execute()
  })

  here.clock.advance(3_600_000)
  await at(here).save(id, 251, "the 252nd")

  const kept = await app.database.read.selectFrom("doc_versions").select("version").orderBy("version").execute()
  assert.deepEqual(
    valuesOf(kept, "version"),
    Array.from({ length: keptVersions }, (_, n) => 52 + n),
  )
  assert.equal((await at(here).get(id)).version, 252)
})
