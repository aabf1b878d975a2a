import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import type { TestContext } from "node:test"
import { openContent } from "#domains/docs/index.ts"
import { linkFollower } from "#domains/links/index.ts"
import { hourMs } from "#kernel/time/units.ts"
import { type Costs, openCostMeter } from "#test/support/databases/count-costs.ts"
import { atEnd, migratedDatabaseUrl, onPostgres } from "#test/support/databases/test-databases.ts"
import { makeDoc, signIn, Typist } from "#test/support/docs/writers.ts"
import { shorten } from "#test/support/workspace/links.ts"
import { httpTill } from "#test/support/worlds/http-world.ts"
import { liveWorld } from "#test/support/worlds/live-world.ts"
import { type McpWorld, mcpWorld } from "#test/support/worlds/mcp-world.ts"
import { unitCosts } from "../../src/scripts/capacity-docs.ts"

const page = readFileSync(new URL("../../../docs/operations/what-ends-first.md", import.meta.url), "utf8")

interface Operation {
  /** What the operation needs each time. Its costs are not counted. */
  prepare?: () => Promise<unknown>
  run(): Promise<unknown>
}

type Operations = Record<string, Operation>

onPostgres("each operation costs PostgreSQL what the handbook says", async (t) => {
  const found = [...(await costsOf(t, openSelling)), ...(await costsOf(t, openAgent)), ...(await costsOf(t, openLive))]
  const rows = documented()
  assert.deepEqual(
    found.map(([name, costs]) => [name, costs.roundTrips, costs.commits, costs.rowsWritten, costs.rowsLocked]),
    rows.map(([name, ...figures]) => [name, ...figures.slice(0, 4).map(Number)]),
  )
  for (const [at, [name, { logBytes }]] of found.entries()) {
    const kilobytes = Number(rows[at]?.at(-1))
    // The lengths of ids and times vary.
    assert.ok(Math.abs(logBytes / 1_000 - kilobytes) <= 0.1 + kilobytes / 20, `${name}: ${logBytes} bytes`)
  }
  const costs = Object.fromEntries(found)
  for (const [name, parts] of Object.entries(inCapacity)) {
    const { commits, log } = unitCosts[name as keyof typeof unitCosts]
    const sum = (figure: "commits" | "logBytes") =>
      parts.reduce((total, part) => total + (costs[part]?.[figure] ?? 0), 0)
    assert.equal(commits, sum("commits"), name)
    assert.ok(Math.abs(log - sum("logBytes")) <= 100 + log / 20, `${name}: ${sum("logBytes")} bytes`)
  }
})

/** What the calculator of `npm run bench -- capacity` calls an operation. */
const inCapacity: Record<keyof typeof unitCosts, string[]> = {
  redirect: ["a redirect"],
  sale: ["a checkout", "a payment, its delivery and its mails"],
  change: ["a tool that writes"],
  keystroke: ["a keystroke in a doc"],
}

/** The rows of the handbook's table. */
function documented(): string[][] {
  const [, table = ""] = page.split("| Operation | Round trips |")
  const [rows = ""] = table.split("\n\n")
  return rows.split("\n").slice(2).map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim())) // biome-ignore format: one thought
}

/** Runs each operation twice before it is counted: caches are filled then, and indexes have their pages. */
async function costsOf(
  t: TestContext,
  open: (t: TestContext, databaseUrl: string) => Promise<Operations>,
): Promise<[string, Costs][]> {
  const databaseUrl = await migratedDatabaseUrl(t, "postgres")
  const operations = await open(t, databaseUrl)
  const meter = await openCostMeter(t, databaseUrl)
  const costs: [string, Costs][] = []
  for (const [name, { prepare = async () => {}, run }] of Object.entries(operations)) {
    let counted: Costs | undefined
    // After a checkpoint, PostgreSQL logs the first change of a page as a copy of it. The next run has none.
    // A job that waits for another one locks a row once more, and a full page of an index is split: the cheapest run counts.
    // The first ten sales have mails.
    for (let runs = 0; counted === undefined || runs < 8; runs += 1) {
      assert.ok(runs < 50, name)
      await prepare()
      const costs = await meter.count(run)
      if (runs >= 2 && costs && (!counted || isCheaper(costs, counted))) counted = costs
    }
    costs.push([name, counted])
  }
  return costs
}

const isCheaper = (one: Costs, other: Costs): boolean =>
  one.rowsLocked === other.rowsLocked ? one.logBytes < other.logBytes : one.rowsLocked < other.rowsLocked

async function openSelling(t: TestContext, databaseUrl: string): Promise<Operations> {
  const till = await httpTill(t, { kind: "postgres", databaseUrl })
  await shorten(till, { slug: "spring" })
  const follow = linkFollower(till.cx)
  let buyers = 0
  const checkout = async () => {
    buyers += 1
    return (await till.post(`${till.pay}/checkout`, { buyerEmail: `bo${buyers}@example.com` })).body.sessionId
  }
  return {
    "a redirect": {
      run: () => follow({ hostname: null, slug: "spring", query: "", click: { device: "desktop", referrer: "" } }),
    },
    "an offer look-up": { run: () => till.get(till.pay) },
    "a checkout": { run: checkout },
    "a payment, its delivery and its mails": {
      prepare: async () => till.sandbox.pay(await checkout(), { card: "4242424242424242" }),
      run: () => till.deliver(),
    },
  }
}

async function openAgent(t: TestContext, databaseUrl: string): Promise<Operations> {
  const world: McpWorld = await mcpWorld(t, { kind: "postgres", databaseUrl })
  const { accessToken } = await world.connect(world.callers.member)
  const content = await openContent(world.app, await makeDoc(world))
  atEnd(t, () => content.close())
  const typist = new Typist(content, await signIn(world, "member"))
  holdBatches(t)
  return {
    "a tool that reads": { run: () => world.call(accessToken, "list_links") },
    "a tool that writes": {
      run: () => world.call(accessToken, "create_link", { destination: "https://example.com/" }),
    },
    "a keystroke in a doc": { run: () => typist.write("line") },
  }
}

/** The lines and notifications of many calls are written together half a second later. They are no call's own. */
function holdBatches(t: TestContext): void {
  const { setTimeout } = globalThis
  t.mock.method(globalThis, "setTimeout", (run: () => void, ms?: number) => {
    return setTimeout(run, ms === 500 ? hourMs : ms)
  })
}

/** A change is counted until each of the pages has received it. */
async function openLive(t: TestContext, databaseUrl: string): Promise<Operations> {
  const { change, enter, follow } = await liveWorld(t, { kind: "postgres", databaseUrl })
  const browser = await enter("member@studio.example")
  const streams: Awaited<ReturnType<typeof follow>>[] = []
  const openUpTo = async (count: number) => {
    while (streams.length < count) {
      const stream = await follow(browser)
      await stream.next()
      streams.push(stream)
    }
  }
  const changeOn = (pages: number): Operation => ({
    prepare: () => openUpTo(pages),
    run: async () => {
      await change("links")
      await Promise.all(streams.map((stream) => stream.next()))
    },
  })
  return { "a change on one open page": changeOn(1), "a change on ten open pages": changeOn(10) }
}
