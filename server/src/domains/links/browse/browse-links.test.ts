import assert from "node:assert/strict"
import { dayMs } from "#kernel/time/units.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { world } from "#test/support/worlds/world.ts"
import { browseLinks, linkFollower } from "../index.ts"

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
    const { links } = await act("viewer", browseLinks, { with_recent: true })
    return Object.fromEntries(links.map(({ slug, recent_clicks }) => [slug, recent_clicks]))
  }
  const none = Array.from({ length: 28 }, () => 0)
  assert.deepEqual(await recentOf(), { spring: [1, ...none, 2], summer: [0, ...none, 1] })
  clock.advance(dayMs)
  assert.deepEqual((await recentOf()).spring, [...none, 2, 0])
  const { links } = await act("viewer", browseLinks, {})
  assert.ok(links.every((link) => !("recent_clicks" in link)))
})
