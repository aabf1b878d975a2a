import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "kysely"
import type { Inside } from "#access/context.ts"
import { dayMs } from "#kernel/time/units.ts"
import { postgresProxy } from "#test/support/databases/postgres-proxy.ts"
import { migratedDatabaseUrl, onPostgres } from "#test/support/databases/test-databases.ts"
import { plainLink } from "#test/support/workspace/links.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { type Click, deviceClasses } from "./click-source.ts"
import { countClicks } from "./follow-store.ts"

type Visit = Omit<Click, "workspaceId">

const countIn = (cx: Inside, { workspaceId }: World, visits: readonly Visit[]) =>
  countClicks(
    cx,
    visits.map((visit) => ({ ...visit, workspaceId })),
  )

const count = (one: World, visits: readonly Visit[]) => one.cx.atomically((cx) => countIn(cx, one, visits))

async function insertLinks({ app, workspaceId }: World, limits: Record<string, number | null>): Promise<void> {
  const rows = Object.entries(limits).map(([id, click_limit]) => {
    return { ...plainLink, id, slug: id, workspace_id: workspaceId, click_limit }
  })
  await app.database.transaction((db) => db.insertInto("short_links").values(rows).execute())
}

/** Everything that is stored of the clicks. */
async function storedClicks({ app: { database }, workspaceId }: World) {
  const links = await database.read.selectFrom("short_links").select(["id", "clicks"]).orderBy("id").execute()
  const key = ["link_id", "day", "country", "referrer", "device"] as const
  const days = await database.read
    .selectFrom("link_days")
    .select([...key, "clicks", "workspace_id"])
    .execute()
  for (const { workspace_id } of days) assert.equal(workspace_id, workspaceId)
  const lines = days.map((row) => `${key.map((name) => row[name]).join(" ")}: ${row.clicks}`)
  return { links, days: lines.sort() }
}

/** The same numbers for each run. */
function numbers(): (below: number) => number {
  let state = 7
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

onPostgres(
  "PostgreSQL counts a group of clicks as SQLite counts single ones, with limits, caps and countries",
  async (t) => {
    const worlds = [await world(t, "sqlite"), await world(t, "postgres")]
    const limits = { link_a: null, link_b: 40, link_c: null, link_d: 3, link_e: null }
    for (const one of worlds) await insertLinks(one, limits)
    const ids = [...Object.keys(limits), "link_unknown"]
    const below = numbers()
    for (let round = 0; round < 80; round += 1) {
      const clicks = Array.from({ length: 1 + below(40) }, (): Visit => {
        const referrer = ["", `r${below(200)}.example.com`, "news.example.com"][below(3)] ?? ""
        const country = [undefined, "DE", "AT"][below(3)]
        return { id: ids[below(ids.length)] ?? "", device: deviceClasses[below(4)] ?? "other", referrer, country }
      })
      const [one, other] = await Promise.all(worlds.map((each) => count(each, clicks)))
      assert.deepEqual(other, one)
      if (round === 70) for (const { clock } of worlds) clock.advance(dayMs)
    }
    const [one, other] = await Promise.all(worlds.map(storedClicks))
    assert.deepEqual(other, one)
    assert.ok(
      one?.days.some((line) => line.includes(" * ")),
      "a day was full",
    )
    assert.deepEqual(
      one?.links.filter(({ id }) => ["link_b", "link_d"].includes(id)).map(({ clicks }) => clicks),
      [40, 3],
    )
  },
)

const from = (id: string, referrers: number, first = 0): Visit[] =>
  Array.from({ length: referrers }, (_, at) => ({ id, device: "phone", referrer: `r${first + at}.com` }))

test("made-up referrers of one group take no place from visits without a referrer, or with a known one", async (t) => {
  const one = await world(t)
  await insertLinks(one, { link_a: null })
  const direct = { id: "link_a", device: "phone", referrer: "" } as const
  await count(one, [...from("link_a", 60), ...from("link_a", 1), direct])

  const { days } = await storedClicks(one)
  const clicksFrom = (referrer: string) => days.find((line) => line.includes(` ${referrer} phone: `))?.split(": ")[1]
  assert.deepEqual(["r0.com", "r49.com", "r50.com", "*", ""].map(clicksFrom), ["2", "1", undefined, "10", "1"])
})

onPostgres("two processes that count at the same moment do not exceed a day's cap together", async (t) => {
  const one = await world(t, "postgres")
  await insertLinks(one, { link_hot: null, link_calm: null })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: counted, resolve: isCounted } = Promise.withResolvers<void>()
  const first = one.cx.atomically(async (cx) => {
    await countIn(cx, one, from("link_hot", 48))
    isCounted()
    await held
  })
  await counted
  const second = count(one, [...from("link_calm", 5), ...from("link_hot", 5, 100), ...from("link_hot", 1)])
  await someoneWaits(one)
  release()
  await first
  assert.ok((await second).every(Boolean))
  const { days } = await storedClicks(one)
  const hot = days.filter((line) => line.startsWith("link_hot"))
  assert.equal(hot.length, 51)
  assert.ok(
    hot.some((line) => / \* phone: 3$/.test(line)),
    "48, two more, and three together",
  )
  assert.ok(hot.some((line) => / r0.com phone: 2$/.test(line)))
  assert.equal(days.length - hot.length, 5)
})

async function someoneWaits({ app }: World): Promise<void> {
  const query = sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await query.execute(app.database.read as never)).rows[0]?.waiting === 0);
}

onPostgres("a group of clicks takes at most three round trips, whatever it counts", async (t) => {
  const direct = new URL(await migratedDatabaseUrl(t, "postgres"))
  const proxy = await postgresProxy(t, Number(direct.port || 5432))
  const proxied = new URL(direct)
  proxied.port = String(new URL(proxy.url).port)
  const one = await world(t, "postgres", { databaseUrl: proxied.href })
  const links = Array.from({ length: 200 }, (_, at) => `link_${at}`)
  await insertLinks(one, Object.fromEntries(links.map((id, at) => [id, at % 3 === 0 ? 2 : null])))
  const group = links.flatMap((id) => [...from(id, 3), { id, device: "desktop", referrer: "", country: "DE" } as const])
  for (const clicks of [group, group, from("link_1", 100)]) {
    const before = proxy.trips
    await count(one, clicks)
    const trips = proxy.trips - before
    assert.ok(trips <= 3, `${trips} round trips for ${clicks.length} clicks`)
  }
})
