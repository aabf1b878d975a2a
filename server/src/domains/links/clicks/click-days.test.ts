import assert from "node:assert/strict"
import { Client } from "pg"
import type { Member, Reading } from "#access/context.ts"
import { sweepers } from "#engines/jobs/sweepers.ts"
import { dayOf } from "#kernel/time/days.ts"
import { dayMs } from "#kernel/time/units.ts"
import { countRowsRead, noteQueries } from "#test/support/databases/note-queries.ts"
import {
  atEnd,
  migratedDatabaseUrl,
  onBothDatabases,
  onPostgres,
  onSqlite,
} from "#test/support/databases/test-databases.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import type { ClickSource } from "./click-source.ts"
import { linkFollower } from "./follow-link.ts"
import { getClicksByDay } from "./get-clicks-by-day.ts"

const click = ({ cx }: World, slug: string, source: Partial<ClickSource> = {}) =>
  linkFollower(cx)({ hostname: null, slug, query: "", click: { device: "desktop", referrer: "", ...source } })

const sum = ({ cx }: World) => sweepers.find(({ name }) => name === "click-days")?.run(cx)

async function daysOf(studio: World, db: Reading["db"] = studio.cx.db): Promise<(string | number)[][]> {
  const cx = { db, now: studio.clock.now, workspaceId: studio.workspaceId } as unknown as Reading & Member
  const days = await getClicksByDay(cx, 30)
  return days.filter(({ clicks }) => clicks > 0).map(({ day, clicks }) => [day, clicks])
}

onSqlite("a click with a known country is counted once", async (t, kind) => {
  const studio = await world(t, kind)
  await shorten(studio, { slug: "spring" })
  await click(studio, "spring", { country: "DE" })
  await click(studio, "spring")
  assert.deepEqual(await daysOf(studio), [["2026-11-20", 2]])
})

onBothDatabases("closed days are summed up once, an hour after they end, and outlive their links", async (t, kind) => {
  const studio = await world(t, kind)
  const { id } = await shorten(studio, { slug: "spring" })
  const sums = () => studio.cx.db.selectFrom("click_days").select(["day", "clicks"]).orderBy("day").execute()
  await click(studio, "spring", { country: "DE" })
  studio.clock.advance(3 * dayMs)
  await click(studio, "spring")
  await click(studio, "spring")
  const last = dayOf(studio.clock.now())
  studio.clock.advance(last + dayMs - studio.clock.now())
  await click(studio, "spring")
  await sum(studio)
  assert.deepEqual(await sums(), [{ day: last - 3 * dayMs, clicks: 1 }])

  studio.clock.advance(3_600_000)
  await Promise.all([sum(studio), sum(studio)])
  await sum(studio)
  assert.deepEqual(await sums(), [
    { day: last - 3 * dayMs, clicks: 1 },
    { day: last, clicks: 2 },
  ])
  const all = [
    ["2026-11-20", 1],
    ["2026-11-23", 2],
    ["2026-11-24", 1],
  ]
  assert.deepEqual(await daysOf(studio), all)
  await studio.cx.atomically((cx) => cx.db.deleteFrom("short_links").where("id", "=", id).execute())
  assert.deepEqual(await daysOf(studio), all.slice(0, 2))
})

onPostgres(
  "the overview's clicks take two queries, which read a row a closed day and today's of its own",
  async (t) => {
    const studio = await world(t, "postgres")
    const links = await Promise.all(Array.from({ length: 40 }, () => shorten(studio)))
    for (let day = 0; day < 10; day += 1) {
      const clicked = links.slice(0, day === 9 ? 7 : 40)
      await Promise.all(clicked.map(({ slug }) => click(studio, slug, { country: "DE" })))
      if (day < 9) studio.clock.advance(dayMs)
    }
    await sum(studio)
    const { db, asked } = noteQueries(studio.cx.db)
    const days = await daysOf(studio, db)
    assert.deepEqual(
      days.map(([, clicks]) => clicks),
      [...Array(9).fill(40), 7],
    )
    assert.equal(asked.length, 2)
    const queries = await countRowsRead(studio.app.database, asked)
    const read = queries.reduce((sum, { rows }) => sum + rows, 0)
    assert.ok(read <= 9 + 1 + 7 + 9, `${read} rows were read of ${9 * 40 * 2}`)
  },
)

onPostgres("a click waits for no lock of its workspace's row", async (t) => {
  const databaseUrl = await migratedDatabaseUrl(t, "postgres")
  const studio = await world(t, "postgres", { databaseUrl })
  await shorten(studio, { slug: "spring" })
  const owner = new Client(databaseUrl)
  await owner.connect()
  atEnd(t, () => owner.end())
  await owner.query("begin")
  await owner.query("select id from workspaces for update")
  await click(studio, "spring", { country: "DE" })
  await owner.query("commit")
  assert.deepEqual(await daysOf(studio), [["2026-11-20", 1]])
})
