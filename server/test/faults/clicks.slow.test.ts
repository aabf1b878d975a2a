import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { sql } from "kysely"
import type { Database } from "#storage/database.ts"
import {
  type DatabaseKind,
  migratedDatabaseUrl,
  onBothDatabases,
  openDatabase,
  temporaryFolder,
} from "#test/support/databases/test-databases.ts"
import { type ServerProcess, startServer } from "#test/support/processes/server-process.ts"
import { enterInDirectory, entryOfLink } from "#test/support/workspace/directory.ts"
import { plainLink } from "#test/support/workspace/links.ts"
import { workspaceIdOf } from "#test/support/workspace/workspace-id.ts"
import { type Crowd, openCrowd } from "./click-load.ts"

/** `npm run soak` sets more. */
const kills = Number(process.env.CLICK_KILLS ?? 2)
const connections = 32
const linksPerRound = 2_000
const hot = "hot"

interface Ground {
  database: Database
  settings: Record<string, string>
}

const workspaceId = workspaceIdOf("workspace_1")

interface Tally {
  redirects: number
  /** Redirected, but not counted. */
  lost: number
  /** Counted more often than requested. */
  doubled: number
}

/** A database with a workspace and one hot link. Every other request uses it, the rest use a new link each. */
async function prepare(t: TestContext, kind: DatabaseKind): Promise<Ground> {
  const url = await migratedDatabaseUrl(t, kind)
  const database = openDatabase(t, url)
  await database.transaction(async (db) => {
    const account = { id: "account_1", email: "ada@example.com", name: null, created_at: 1 }
    await db.insertInto("accounts").values(account).execute() // a database in use gets no demo
    const workspace = { id: workspaceId, slug: "studio", name: "Studio", created_at: 1 }
    await db
      .insertInto("workspaces")
      .values({ ...workspace, suspended_at: null, deleted_at: null })
      .execute()
  })
  await insertLinks(database, [hot])
  return { database, settings: { SVC_DATABASE_URL: url, SVC_DATA_DIR: temporaryFolder(t) } }
}

async function insertLinks({ transaction }: Database, slugs: string[]): Promise<void> {
  const rows = slugs.map((slug) => ({ ...plainLink, id: `link_${slug}`, workspace_id: workspaceId, slug }))
  await transaction(async (db) => {
    for (let at = 0; at < rows.length; at += 500) {
      await db
        .insertInto("short_links")
        .values(rows.slice(at, at + 500))
        .execute()
      await enterInDirectory(db, ...rows.slice(at, at + 500).map(entryOfLink))
    }
  })
}

/** The clicks of each clicked link. The sum of its days must equal its total. */
async function readClicks({ read }: Database): Promise<Map<string, number>> {
  const rows = await read
    .selectFrom("short_links")
    .leftJoin("link_days", "link_days.link_id", "short_links.id")
    .select([
      "slug",
      "short_links.clicks",
      sql<number>`cast(coalesce(sum(link_days.clicks), 0) as bigint)`.as("by_day"),
    ])
    .where("short_links.clicks", ">", 0)
    .groupBy(["short_links.id", "slug", "short_links.clicks"])
    .execute()
  for (const { slug, clicks, by_day } of rows) assert.equal(by_day, clicks, `the days of ${slug}`)
  return new Map(rows.map(({ slug, clicks }) => [slug, clicks]))
}

/** The slugs for one round: every other one is the hot link, and each of the others occurs once. */
async function newSlugs(database: Database, round: number): Promise<() => string> {
  const once = Array.from({ length: linksPerRound }, (_, n) => `round-${round}-${n}`)
  await insertLinks(database, once)
  let isHot = false
  return () => {
    isHot = !isHot
    return isHot ? hot : (once.pop() ?? hot)
  }
}

/** Compares the clicks that were counted since `before` with the requests and responses. */
function tally(crowd: Crowd, before: Map<string, number>, after: Map<string, number>): Tally {
  const counted = (slug: string) => (after.get(slug) ?? 0) - (before.get(slug) ?? 0)
  const sum = (figure: (slug: string) => number) => [...crowd.sent.keys()].reduce((all, slug) => all + figure(slug), 0)
  return {
    redirects: sum((slug) => crowd.answered.get(slug) ?? 0),
    lost: sum((slug) => Math.max(0, (crowd.answered.get(slug) ?? 0) - counted(slug))),
    doubled: sum((slug) => Math.max(0, counted(slug) - (crowd.sent.get(slug) ?? 0))),
  }
}

/** Loads a server and kills it between two responses, with at least 20 requests in flight. */
async function killUnderLoad(server: ServerProcess, next: () => string): Promise<{ crowd: Crowd; inFlight: number }> {
  let answersLeft = 100 + Math.floor(Math.random() * 500)
  let inFlight = 0
  const crowd = openCrowd(`${server.url}/s`, {
    connections,
    next,
    onAnswer: (crowd) => {
      answersLeft -= 1
      if (answersLeft > 0 || inFlight > 0 || crowd.inFlight() < 20) return
      inFlight = crowd.inFlight()
      server.process.kill("SIGKILL")
    },
  })
  await crowd.gone
  assert.deepEqual(await server.ended, { code: null, signal: "SIGKILL" })
  return { crowd, inFlight }
}

onBothDatabases("a redirect that was sent is counted once, though the process is killed", async (t, kind) => {
  const { database, settings } = await prepare(t, kind)
  const total = { redirects: 0, lost: 0, doubled: 0 }
  let fewest = connections
  for (let round = 0; round < kills; round += 1) {
    const next = await newSlugs(database, round)
    const before = await readClicks(database)
    const { crowd, inFlight } = await killUnderLoad(await startServer(t, settings), next)
    const { redirects, lost, doubled } = tally(crowd, before, await readClicks(database))
    total.redirects += redirects
    total.lost += lost
    total.doubled += doubled
    fewest = Math.min(fewest, inFlight)
  }
  const { redirects, lost, doubled } = total
  t.diagnostic(
    `${kills} kills with ${fewest} or more in flight, ${redirects} redirects, ${lost} lost, ${doubled} doubled`,
  )
  assert.ok(fewest >= 20)
  assert.ok(redirects >= kills * 100)
  assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 })
})

onBothDatabases("an uninterrupted load is counted to the last click, by two concurrent processes", async (t, kind) => {
  const { database, settings } = await prepare(t, kind)
  const servers = await Promise.all([startServer(t, settings), startServer(t, settings)])
  const crowds = await Promise.all(
    servers.map(async ({ url }, n) => {
      const next = await newSlugs(database, n)
      let left = 1_000
      return openCrowd(`${url}/s`, { connections, next: () => (left-- > 0 ? next() : undefined), onAnswer: () => {} })
    }),
  )
  await Promise.all(crowds.map(({ gone }) => gone))
  const clicks = await readClicks(database)
  assert.equal(clicks.get(hot), 1_000)
  assert.equal(clicks.size, 1_001)
  for (const [slug, count] of clicks) if (slug !== hot) assert.equal(count, 1, slug)
})
