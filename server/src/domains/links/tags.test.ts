import assert from "node:assert/strict"
import { test } from "node:test"
import { inBatches } from "#access/in-batches.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import {
  browseLinks,
  createTaggedLink,
  deleteUnusedTags,
  editLinkAndSlug,
  getLink,
  listLinks,
  listLinkTags,
  trashLink,
} from "./index.ts"

const destination = "https://example.com/spring"

const tagged = ({ act }: World, ...tags: string[]) => act("member", createTaggedLink, { destination, tags })
const slugsOf = (links: readonly { slug: string }[]) => links.map(({ slug }) => slug)

onBothDatabases("a link has the tags it was made with, compared without case", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const { id, tags } = await tagged(studio, "Spring", "news", " SPRING ", "ｎｅｗｓ")
  assert.deepEqual(tags, ["news", "Spring"])
  assert.deepEqual((await tagged(studio, "spring")).tags, ["Spring"], "a tag keeps the name it was made with")
  const edited = await act("member", editLinkAndSlug, { id, tags: ["sale", "NEWS"] })
  assert.deepEqual(edited.tags, ["news", "sale"])
  assert.deepEqual((await act("member", editLinkAndSlug, { id, title: "Spring" })).tags, ["news", "sale"])
  assert.deepEqual((await act("viewer", getLink, { id })).tags, ["news", "sale"])
  assert.deepEqual((await act("member", editLinkAndSlug, { id, tags: [] })).tags, [])
})

test("more than ten tags, long ones, empty ones and those with commas are refused, and nothing is made", async (t) => {
  const studio = await world(t)
  const eleven = Array.from({ length: 11 }, (_, n) => `tag ${n}`)
  for (const tags of [eleven, ["x".repeat(33)], ["\u200b "], ["a,b"], ["a;b"]]) {
    await assert.rejects(tagged(studio, ...tags), { code: "invalid_request" }, tags.join())
  }
  assert.deepEqual((await studio.act("viewer", listLinks, {})).links, [])
  const ten = await tagged(studio, ...eleven.slice(2), "TAG 2", "x".repeat(32))
  assert.equal(ten.tags.length, 10)
})

onSqlite("a workspace has a thousand tags at most, and uses those that it has", async (t, kind) => {
  const studio = await world(t, kind)
  const { workspaceId, clock } = studio
  const rows = Array.from({ length: 999 }, (_, n) => {
    return { ...{ id: `tag_${n}`, workspace_id: workspaceId, created_at: clock.now() }, ...namesOf(`tag ${n}`) }
  })
  await studio.app.database.transaction((db) => db.insertInto("link_tags").values(rows).execute())

  await tagged(studio, "the thousandth")
  await assert.rejects(tagged(studio, "one more"), { code: "invalid_request" })
  await tagged(studio, "The Thousandth", "tag 5")
})

const namesOf = (name: string) => ({ name, folded_name: name })

onBothDatabases("the list is filtered by a tag, page by page, with a search and in the trash", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  const made = []
  for (let n = 0; n < 7; n += 1) {
    made.push(await tagged(studio, ...(n % 2 === 0 ? ["Even"] : []), "all"))
    if (n % 3 === 0) clock.advance(1)
  }
  const even = made.filter((_, n) => n % 2 === 0)
  const first = await act("viewer", browseLinks, { tag: " even ", limit: 3 })
  const second = await act("viewer", browseLinks, { tag: "EVEN", limit: 3, cursor: first.nextCursor })
  assert.equal(second.nextCursor, undefined)
  const listed = slugsOf([...first.links, ...second.links])
  assert.deepEqual(listed.toSorted(), slugsOf(even).toSorted())
  const all = await act("viewer", browseLinks, {})
  assert.deepEqual(listed, slugsOf(all.links.filter(({ tags }) => tags.includes("Even"))))

  const one = String(even[1]?.slug)
  assert.deepEqual(slugsOf((await act("viewer", browseLinks, { tag: "even", query: one })).links), [one])
  assert.deepEqual((await act("viewer", browseLinks, { tag: "even", query: String(made[1]?.slug) })).links, [])
  assert.deepEqual((await act("viewer", browseLinks, { tag: "odd" })).links, [])

  await act("member", trashLink, { id: even[1]?.id })
  assert.deepEqual(slugsOf((await act("viewer", browseLinks, { tag: "even", inTrash: true })).links), [one])
  assert.equal((await act("viewer", browseLinks, { tag: "even" })).links.length, 3)
  assert.deepEqual((await act("viewer", listLinkTags, {})).tags, [
    { name: "all", links: 6 },
    { name: "Even", links: 3 },
  ])
})

onBothDatabases("a workspace sees its own tags and links only", async (t, kind) => {
  const studio = await world(t, kind)
  await tagged(studio, "spring")
  await studio.act("stranger", createTaggedLink, { destination, tags: ["Spring", "other"] })
  const { tags } = await studio.act("viewer", listLinkTags, {})
  assert.deepEqual(tags, [{ name: "spring", links: 1 }])
  assert.equal((await studio.act("viewer", browseLinks, { tag: "spring" })).links.length, 1)
  assert.deepEqual((await studio.act("viewer", browseLinks, { tag: "other" })).links, [])
})

onBothDatabases("a tag is deleted with its last link, and not while a link in the trash has it", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock, cx } = studio
  const { id } = await tagged(studio, "spring", "sale")
  await act("member", editLinkAndSlug, { id, tags: ["spring"] })
  await act("member", trashLink, { id })
  await inBatches(cx, deleteUnusedTags)
  assert.deepEqual((await act("viewer", listLinkTags, {})).tags, [{ name: "spring", links: 0 }])
  clock.advance(31 * 86_400_000)
  await sweepTables(cx, "short_links")
  await inBatches(cx, deleteUnusedTags)
  assert.deepEqual((await act("viewer", listLinkTags, {})).tags, [])
})

onBothDatabases(
  "links that get one new tag in parallel all have it, also if the sweep runs meanwhile",
  async (t, kind) => {
    const studio = await world(t, kind)
    const { act, cx } = studio
    const links = await Promise.all(Array.from({ length: 8 }, () => tagged(studio)))
    await Promise.all([
      ...links.map(({ id }, n) => act("member", editLinkAndSlug, { id, tags: n % 2 ? ["a", "b"] : ["B", "A"] })),
      ...Array.from({ length: 4 }, () => inBatches(cx, deleteUnusedTags)),
    ])
    const { tags } = await act("viewer", listLinkTags, {})
    assert.deepEqual(
      tags.map(({ name, links }) => [name.toLowerCase(), links]),
      [
        ["a", 8],
        ["b", 8],
      ],
    )
  },
)

test("agents read and make links in the published form, without tags", async (t) => {
  const studio = await world(t)
  await tagged(studio, "spring")
  assert.ok(!("tags" in (await shorten(studio))))
  for (const link of (await studio.act("viewer", listLinks, {})).links) assert.ok(!("tags" in link))
  await assert.rejects(studio.act("viewer", listLinks, { tag: "spring" }), { code: "invalid_request" })
})
