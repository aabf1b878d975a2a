import assert from "node:assert/strict"
import { dayMs } from "#kernel/time/units.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { changeLink, shorten } from "#test/support/workspace/links.ts"
import { world } from "#test/support/worlds/world.ts"
import { browseLinks, createTaggedLink, linkFollower } from "../index.ts"

onBothDatabases("the list has each link's clicks of the last 30 days where they are wanted", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock, cx } = studio
  for (const slug of ["spring", "summer"]) await shorten(studio, { slug })
  const follow = linkFollower(cx)
  const click = (slug: string, country?: string) =>
    follow({ hostname: null, slug, query: "", click: { device: "phone", referrer: "", ...(country && { country }) } })
  await click("spring")
  clock.advance(29 * dayMs)
  await Promise.all([click("spring", "DE"), click("spring", "FR"), click("summer")])
  const recentOf = async () => {
    const { links } = await act("viewer", browseLinks, { withRecent: true })
    return Object.fromEntries(links.map(({ slug, recentClicks }) => [slug, recentClicks]))
  }
  const none = Array.from({ length: 28 }, () => 0)
  assert.deepEqual(await recentOf(), { spring: [1, ...none, 2], summer: [0, ...none, 1] })
  clock.advance(dayMs)
  assert.deepEqual((await recentOf()).spring, [...none, 2, 0])
  const { links } = await act("viewer", browseLinks, {})
  assert.ok(links.every((link) => !("recentClicks" in link)))
})

onBothDatabases("the list is sorted by clicks, name or creation, page by page, also within a tag", async (t, kind) => {
  const studio = await world(t, kind)
  const { act, clock } = studio
  const clicks = [3, 0, 3, 12, 0, 7, 3]
  for (const [n, count] of clicks.entries()) {
    if (n % 3 === 0) clock.advance(1)
    const tags = n % 2 === 0 ? ["even"] : []
    const { id } = await act("member", createTaggedLink, { destination, slug: `${"gaxbqmy"[n]}-${n}z`, tags })
    await changeLink(studio, id, { clicks: count })
  }
  const read = async (input: { sort?: string; tag?: string }) => {
    const rows = []
    let cursor: string | undefined
    do {
      const page = await act("viewer", browseLinks, { ...input, limit: 2, cursor })
      rows.push(...page.links)
      cursor = page.nextCursor
    } while (cursor)
    return rows
  }
  const newest = await read({})
  for (const tag of [undefined, "even"]) {
    const all = newest.filter(({ tags }) => tag === undefined || tags.includes(tag))
    const filter = { ...(tag !== undefined && { tag }) }
    for (const name of ["clicks", "slug", "created_at"] as const) {
      const of = (link: (typeof all)[number]): string | number => link[name === "created_at" ? "createdAt" : name]
      const up = await read({ ...filter, sort: name })
      assert.equal(new Set(up.map(({ id }) => id)).size, all.length, name)
      assert.deepEqual(up.map(of), all.map(of).sort(compare), name)
      const down = await read({ ...filter, sort: `-${name}` })
      assert.deepEqual(down, up.toReversed(), name)
    }
  }
  const { nextCursor } = await act("viewer", browseLinks, { sort: "slug", limit: 2 })
  const wrong = { code: "invalid_request", message: /another list/ }
  await assert.rejects(act("viewer", browseLinks, { sort: "-slug", limit: 2, cursor: nextCursor }), wrong)
  await assert.rejects(act("viewer", browseLinks, { sort: "title" }), { code: "invalid_request" })
})

const destination = "https://example.com/"
const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)
