import assert from "node:assert/strict"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { world } from "#test/support/worlds/world.ts"
import {
  browseLinks,
  countLinks,
  createTaggedLink,
  importLinks,
  linkFollower,
  listLinkImports,
  passQueryOfLinks,
  restoreLinks,
  undoLinkImport,
} from "../index.ts"

const destination = "https://example.com/spring"
const rowsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ destination, slug: `${name}-${n}` }))

onBothDatabases("an import of several batches is undone at once, and nothing else is", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  await shorten(studio, { slug: "before" })
  const first = await act("member", importLinks, { rows: rowsOf("one", 60), fileName: "old\nlinks.csv" })
  const importId = first.importId ?? ""
  const next = await act("member", importLinks, { rows: [...rowsOf("two", 600)].slice(0, 500), importId })
  assert.equal(next.importId, importId)
  const other = await act("member", importLinks, { rows: rowsOf("other", 2), fileName: "other.csv" })
  clock.advance(1_000)
  const listed = await act("member", listLinkImports, {})
  const seen = listed.imports.find(({ id }) => id === importId)
  assert.deepEqual([seen?.fileName, seen?.links, seen?.left], ["old links.csv", 560, 560])
  assert.equal((await act("viewer", countLinks, { importId })).links, 560)

  const undone = await act("member", undoLinkImport, { id: importId })
  assert.equal(undone.changed, 560)
  const { links } = await act("viewer", browseLinks, {})
  assert.deepEqual(links.map(({ slug }) => slug).sort(), ["before", "other-0", "other-1"])
  const after = (await act("member", listLinkImports, {})).imports
  assert.deepEqual(after.map(({ id, left }) => [id === other.importId, left]).sort(), [
    [false, 0],
    [true, 2],
  ])
  await assert.rejects(act("member", importLinks, { rows: rowsOf("late", 1), importId }), { code: "conflict" })

  const filter = { importId, trashedAt: undone.trashedAt }
  assert.equal((await act("member", restoreLinks, { which: { filter } })).changed, 560)
  assert.equal((await act("member", undoLinkImport, { id: importId })).changed, 560, "what came back can go again")
})

onBothDatabases("an import belongs to its workspace, and viewers undo none", async (t, kind) => {
  const { act } = await world(t, kind)
  const { importId } = await act("member", importLinks, { rows: rowsOf("one", 1) })
  const id = importId ?? ""
  await assert.rejects(act("stranger", undoLinkImport, { id }), { code: "not_found" })
  await assert.rejects(act("viewer", undoLinkImport, { id }), { code: "workspace_forbidden" })
  await assert.rejects(act("stranger", importLinks, { rows: rowsOf("two", 1), importId: id }), { code: "conflict" })
  assert.deepEqual((await act("stranger", listLinkImports, {})).imports, [])
  const refused = await act("member", importLinks, { rows: [{ destination: "nowhere" }] })
  assert.equal(refused.importId, null, "an import without links is not listed")
  assert.equal((await act("member", listLinkImports, {})).imports.length, 1)
})

onBothDatabases("clicks and the day of creation come along; the limit counts only later clicks", async (t, kind) => {
  const { act, cx } = await world(t, kind)
  const moved = { clicks: "1.234", createdAt: "2019-05-11T12:00:00.000Z" }
  const rows = [
    { destination, slug: "moved", ...moved, clickLimit: "2" },
    { destination, slug: "own-export", clicks: "7", limitedClicks: "5", clickLimit: "5" },
    { destination, slug: "fresh", createdAt: "2099-01-01T00:00:00Z", clicks: "many" },
    { destination, slug: "over", expiresAt: "2020-01-01T00:00:00Z" },
  ]
  const answer = await act("member", importLinks, { rows })
  assert.deepEqual(
    answer.rows.map(({ state, notes }) => [state, notes.length]),
    [
      ["created", 0],
      ["created", 0],
      ["created", 2],
      ["created", 1],
    ],
  )
  const linkOf = async (slug: string) => (await act("viewer", browseLinks, { query: slug })).links[0]
  const before = await linkOf("moved")
  assert.deepEqual([before?.clicks, before?.clicksBefore, before?.state], [1234, 1234, "active"])
  assert.equal(before?.createdAt, moved.createdAt)
  assert.equal((await linkOf("own-export"))?.state, "limit_reached", "its clicks were counted here before")
  assert.deepEqual([(await linkOf("fresh"))?.clicks, (await linkOf("over"))?.state], [0, "expired"])

  const follow = linkFollower(cx)
  const click = { device: "desktop", referrer: "" } as const
  const visit = () => follow({ hostname: null, slug: "moved", query: "", click })
  await visit()
  await visit()
  await assert.rejects(visit(), { status: 410, message: /visit limit/ })
  const after = await linkOf("moved")
  assert.deepEqual([after?.clicks, after?.clicksBefore, after?.state], [1236, 1234, "limit_reached"])
})

onBothDatabases("query parameters are passed by chosen links at once, and by one whole import", async (t, kind) => {
  const { act, cx } = await world(t, kind)
  const made = [await act("member", createTaggedLink, { destination, slug: "first" })]
  const { importId } = await act("member", importLinks, { rows: rowsOf("one", 3) })
  const ids = made.map(({ id }) => id)
  assert.equal((await act("member", passQueryOfLinks, { which: { ids }, passesQuery: true })).changed, 1)
  assert.equal((await act("member", passQueryOfLinks, { which: { ids }, passesQuery: true })).changed, 0)
  const which = { filter: { importId } }
  assert.equal((await act("member", passQueryOfLinks, { which, passesQuery: true })).changed, 3)
  const follow = linkFollower(cx)
  for (const slug of ["first", "one-2"]) {
    assert.equal(await follow({ hostname: null, slug, query: "ref=x", click: null }), `${destination}?ref=x`)
  }
  assert.equal((await act("member", passQueryOfLinks, { which, passesQuery: false })).changed, 3)
  await assert.rejects(act("viewer", passQueryOfLinks, { which, passesQuery: true }), { code: "workspace_forbidden" })
})
