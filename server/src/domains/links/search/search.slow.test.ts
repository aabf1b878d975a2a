import assert from "node:assert/strict"
import { readSearch } from "#kernel/text/search-text.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { plainLink } from "#test/support/workspace/links.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { browseLinks, countLinks } from "../index.ts"
import { indexLink, searchTextOf } from "./link-text-store.ts"

const slugsOf = ({ links }: { links: readonly { slug: string }[] }) => links.map(({ slug }) => slug)

const words = "spring summer autumn winter über 東京タワー report final_v2 menü красный".split(" ")

/** Links of some words each, half of them in another workspace, and more with a common word than an index may list. */
async function manyLinks({ app, cx, workspaceId }: World, count: number) {
  const other = (
    await app.database.read.selectFrom("workspaces").select("id").where("id", "<>", workspaceId).execute()
  )[0]
  const links = Array.from({ length: count }, (_, n) => {
    const title = words.filter((_, at) => (n * 7 + at * 3) % (at + 2) === 0).join(" ")
    const link = { ...plainLink, id: `link_${n}`, slug: `m${(n * 48_271) % 9_973}-${n}`, title, clicks: n % 13 }
    const workspace_id = n % 2 === 0 || !other ? workspaceId : other.id
    return { ...link, workspace_id, created_at: n % 97, search_text: searchTextOf(link) }
  })
  await app.database.transaction(async (db) => {
    for (let at = 0; at < count; at += 500)
      await db
        .insertInto("short_links")
        .values(links.slice(at, at + 500))
        .execute()
  })
  await cx.atomically(async (cx) => {
    for (const link of links) await indexLink(cx, link)
  })
  return links.filter((link) => link.workspace_id === workspaceId)
}

onBothDatabases("a search of many links finds what a plain loop finds, in the same order", async (t, kind) => {
  const studio = await world(t, kind)
  const links = await manyLinks(studio, 5_000)
  const newest = links.toSorted((one, two) => two.created_at - one.created_at || (one.id < two.id ? 1 : -1))
  const queries = [
    "spring",
    "m",
    "m1",
    "48",
    "uber tokyo",
    "東",
    "京タ",
    "final_v2 крас",
    "m7 0",
    "winter 東京 menu",
    "xyz",
    "spri mer",
  ]
  for (const query of queries) {
    const parts = readSearch(query) ?? []
    const expected = newest.filter((link) => parts.every((part) => searchTextOf(link).includes(part)))
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await studio.act("viewer", browseLinks, { query, limit: 100, cursor })
      found.push(...slugsOf(page))
      cursor = page.nextCursor
    } while (cursor && found.length < 300)
    assert.deepEqual(
      found,
      expected.slice(0, found.length).map(({ slug }) => slug),
      query,
    )
    assert.ok(found.length === expected.length || found.length >= 300, query)
    assert.equal((await studio.act("viewer", countLinks, { query })).links, expected.length, query)
    const byClicks = await studio.act("viewer", browseLinks, { query, sort: "-clicks", limit: 20 })
    const most = expected.toSorted((one, two) => two.clicks - one.clicks || (one.id < two.id ? 1 : -1)).slice(0, 20)
    assert.deepEqual(
      slugsOf(byClicks),
      most.map(({ slug }) => slug),
      query,
    )
  }
})
