import assert from "node:assert/strict"
import { cursorsOf } from "#kernel/cursor.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { makeDoc, pagesOf, search, writeText } from "#test/support/workspace/search.ts"
import { world } from "#test/support/worlds/world.ts"
import { renameDoc, trashDoc } from "../index.ts"

onBothDatabases("pages cover title matches, then text matches, and skip trashed docs", async (t, kind) => {
  const here = await world(t, kind)
  for (let n = 0; n < 40; n += 1) {
    const id = await makeDoc(here, n % 4 === 0 ? `Launch ${n}` : `Doc ${n}`, "launch")
    if (n >= 8 && n < 30) await here.act("member", trashDoc, { id })
  }
  const expected = [36, 32, 4, 0, 39, 38, 37, 35, 34, 33, 31, 30, 7, 6, 5, 3, 2, 1]
  const called = expected.map((n) => (n % 4 === 0 ? `Launch ${n}` : `Doc ${n}`))
  for (const limit of [1, 3, 4, 18, 50]) {
    const all = await pagesOf(here, { query: "launch", limit })
    assert.deepEqual(all.flat(), called)
    assert.deepEqual(all.map((page) => page.length).slice(0, -1), Array(all.length - 1).fill(limit))
  }
})

onBothDatabases("no doc is listed twice while docs change between pages", async (t, kind) => {
  const here = await world(t, kind)
  const ids: string[] = []
  for (let n = 0; n < 24; n += 1) ids.push(await makeDoc(here, n % 2 === 0 ? `Launch ${n}` : `Doc ${n}`, "launch"))
  let turn = 0
  const between = async () => {
    // A new doc, a listed one, one not listed yet, and two renamed ones.
    await makeDoc(here, `Launch new ${turn}`, "launch")
    for (const id of [ids[22 - turn], ids[turn]]) await writeText(here, id ?? "", "launch again")
    await here.act("member", renameDoc, { id: ids[23 - turn] ?? "", title: `Renamed ${turn}`, emoji: null })
    await here.act("member", renameDoc, { id: ids[20 - turn] ?? "", title: `Launch anew ${turn}`, emoji: null })
    turn += 1
  }
  const seen = await pagesOf(here, { query: "launch", limit: 3, between })
  const all = seen.flat()
  assert.ok(seen.length > 3)
  assert.equal(new Set(all).size, all.length)
  assert.deepEqual(
    all.filter((title) => title.startsWith("Launch new")),
    [],
  )
})

onBothDatabases("a cursor of another list is refused", async (t, kind) => {
  const here = await world(t, kind)
  for (const cursor of ["x", cursorsOf("docs-latest").write("0:1:doc_1"), cursorsOf("doc-text").write("any:x:1")]) {
    await assert.rejects(search(here, "launch", { cursor }), { code: "invalid_request" })
  }
})
