import assert from "node:assert/strict"
import { test } from "node:test"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { plainLink } from "#test/support/workspace/links.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import {
  browseLinks,
  countLinks,
  createTaggedLink,
  expireLinks,
  restoreLinks,
  tagLinks,
  trashLink,
  trashLinks,
  untagLinks,
} from "../index.ts"
import { indexLink } from "../search/index.ts"

const make = ({ act }: World, input: object = {}) =>
  act("member", createTaggedLink, { destination: "https://example.com/spring", ...input })

/** Inserts more links than one batch, each third with the tag `third`, without calling the action for each. */
async function many({ app, cx, workspaceId }: World, count: number, isIndexed = false): Promise<void> {
  const created_at = app.now()
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ ...plainLink, id: `link_${n}`, workspace_id: workspaceId, slug: `many-${n}`, search_text: `many ${n}` },
    ...{ destination: `https://example.com/${n}`, created_at: created_at + (n % 7), updated_at: created_at },
  }))
  const pairs = rows
    .filter((_, n) => n % 3 === 0)
    .map(({ id, created_at }) => {
      return { link_id: id, workspace_id: workspaceId, tag_id: "tag_third", link_created_at: created_at }
    })
  const tag = { id: "tag_third", workspace_id: workspaceId, name: "third", folded_name: "third", created_at }
  await app.database.transaction(async (db) => {
    await db.insertInto("short_links").values(rows).execute()
    await db.insertInto("link_tags").values(tag).execute()
    await db.insertInto("tagged_links").values(pairs).execute()
  })
  await cx.atomically(async (cx) => {
    for (const row of isIndexed ? rows : []) await indexLink(cx, row)
  })
}

const countOf = async ({ act }: World, input: object = {}) => (await act("viewer", countLinks, input)).links

onBothDatabases("all links that a filter finds go to the trash together, and come back together", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  await many(studio, 1_700)
  await act("member", trashLink, { id: "link_3" })
  clock.advance(1_000)
  const { changed, trashedAt } = await act("member", trashLinks, { which: { filter: { tag: "THIRD" } } })
  assert.equal(changed, 566)
  assert.equal(await countOf(studio), 1_133)
  assert.equal(await countOf(studio, { tag: "third" }), 0)
  assert.equal(await countOf(studio, { tag: "third", inTrash: true }), 567)

  clock.advance(1_000)
  const back = await act("member", restoreLinks, { which: { filter: { tag: "third", trashedAt } } })
  assert.equal(back.changed, 566)
  assert.equal(await countOf(studio, { inTrash: true }), 1, "what was there before stays there")
  assert.equal((await act("member", restoreLinks, { which: { filter: { tag: "third", trashedAt } } })).changed, 0)
})

onBothDatabases("a tag is added to all links that a search finds, and removed again", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  await many(studio, 1_200, true)
  const which = { filter: { query: "MANY-11" } }
  assert.deepEqual(await act("member", tagLinks, { which, tag: "Spring" }), { changed: 111, full: 0 })
  assert.deepEqual(await act("member", tagLinks, { which, tag: "spring" }), { changed: 0, full: 0 })
  assert.equal(await countOf(studio, { tag: "spring" }), 111)
  assert.equal(await countOf(studio, { tag: "spring", query: "many-1100" }), 1)
  assert.deepEqual(await act("member", untagLinks, { which: { filter: { tag: "spring" } }, tag: "SPRING" }), {
    changed: 111,
  })
  assert.equal(await countOf(studio, { tag: "spring" }), 0)
  assert.equal(await countOf(studio), 1_200)
})

onBothDatabases("links with ten tags get no eleventh, also by parallel requests", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const names = Array.from({ length: 9 }, (_, n) => `tag ${n}`)
  const links = [await make(studio, { tags: names }), await make(studio, { tags: [...names, "spring"] })]
  const which = { ids: links.map(({ id }) => id) }
  const answers = await Promise.all(["a", "b", "c"].map((tag) => act("member", tagLinks, { which, tag })))
  assert.deepEqual(
    answers.map(({ changed, full }) => changed + full),
    [2, 2, 2],
  )
  assert.equal(
    answers.reduce((sum, { changed }) => sum + changed, 0),
    1,
  )
  for (const { tags } of (await act("viewer", browseLinks, {})).links) assert.equal(tags.length, 10)
  assert.deepEqual(await act("member", tagLinks, { which, tag: "tag 3" }), { changed: 0, full: 0 })
})

onBothDatabases("an expiry is set for chosen links, and removed; a past one is refused", async (t, kind) => {
  const studio = await world(t, kind)
  const { act } = studio
  const [one, other] = [await make(studio), await make(studio)]
  const which = { ids: [one.id] }
  const expiresAt = "2027-01-31T22:59:00.000Z"
  assert.deepEqual(await act("member", expireLinks, { which, expiresAt }), { changed: 1 })
  const ends = async () => {
    const { links } = await act("viewer", browseLinks, {})
    return new Map(links.map((link) => [link.id, link.expiresAt]))
  }
  assert.deepEqual(
    await ends(),
    new Map([
      [one.id, expiresAt],
      [other.id, null],
    ]),
  )
  assert.deepEqual(await act("member", expireLinks, { which: { filter: {} }, expiresAt: null }), { changed: 2 })
  assert.deepEqual(new Set((await ends()).values()), new Set([null]))
  const past = { which, expiresAt: "2026-01-01T00:00:00Z" }
  await assert.rejects(act("member", expireLinks, past), { code: "invalid_request", field: "expiresAt" })
})

test("links of another workspace are not changed by their ids, and viewers change none", async (t) => {
  const studio = await world(t)
  const { act } = studio
  const { id } = await make(studio, { tags: ["spring"] })
  for (const which of [{ ids: [id] }, { filter: {} }, { filter: { tag: "spring" } }]) {
    assert.equal((await act("stranger", trashLinks, { which })).changed, 0)
    assert.equal((await act("stranger", tagLinks, { which, tag: "mine" })).changed, 0)
    assert.equal((await act("stranger", untagLinks, { which, tag: "spring" })).changed, 0)
    assert.equal((await act("stranger", expireLinks, { which, expiresAt: null })).changed, 0)
    await assert.rejects(act("viewer", trashLinks, { which }), { code: "workspace_forbidden" })
  }
  const { links } = await act("viewer", browseLinks, {})
  assert.deepEqual(
    links.map(({ id, tags }) => ({ id, tags })),
    [{ id, tags: ["spring"] }],
  )
})

test("ids and a filter at once, neither, and more ids than a batch are refused", async (t) => {
  const studio = await world(t)
  const tooMany = Array.from({ length: 501 }, (_, n) => `link_${n}`)
  for (const which of [{ ids: ["link_1"], filter: {} }, {}, { ids: [] }, { ids: tooMany }, { filter: { q: "x" } }]) {
    await assert.rejects(studio.act("member", trashLinks, { which }), { code: "invalid_request" })
  }
})
