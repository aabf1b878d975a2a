import type { Inside } from "../../server/src/access/context.ts"
import { perform } from "../../server/src/access/perform.ts"
import { oneThread } from "../../server/src/adapters/cards/painter-child.ts"
import { openCards } from "../../server/src/adapters/cards/takumi.ts"
import { insertDoc } from "../../server/src/domains/docs/doc-store.ts"
import { searchDocText } from "../../server/src/domains/docs/index.ts"
import { browseLinks, createLink, sumClickDays } from "../../server/src/domains/links/index.ts"
import { indexLink, searchTextOf } from "../../server/src/domains/links/search/index.ts"
import { getOverview } from "../../server/src/domains/overview/index.ts"
import { rehearsing } from "../../server/src/engines/runs/calls/rehearse.ts"
import { dayOf } from "../../server/src/kernel/time/days.ts"
import { dayMs } from "../../server/src/kernel/time/units.ts"
import { paragraph } from "../../server/test/support/docs/paragraph.ts"
import { plainLink } from "../../server/test/support/workspace/links.ts"
import { silentLog } from "../../server/test/support/worlds/world.ts"
import type { BenchRun, Measured } from "../case.ts"
import { fillTables, manyLinks, numbersTo, slugOfLink } from "../loads/fill.ts"
import { startPeer } from "../loads/servers.ts"
import { type BenchStudio, newPostgres, newWorkspace, openStudio, queryRows } from "../loads/studio.ts"
import { benchQueries, makeText } from "../loads/texts.ts"
import { eachNamed, inParallel, inSequence, median, mediansOf, percentile, timeOf } from "../loads/turns.ts"
import { springSale } from "./agents.ts"

// The product in this process, on SQLite or PostgreSQL.

type Measure = (studio: BenchStudio, run: BenchRun) => Promise<Measured>

const onEither = (measure: Measure) => (database: "SQLite" | "PostgreSQL") => async (run: BenchRun) =>
  measure(await openStudio(run, database === "SQLite" ? {} : { SVC_DATABASE_URL: await newPostgres(run) }), run)

export const measureSearch = onEither(async (studio, run) => {
  await writeDocs(studio, run.sizes.docs)
  const search = (query: string) => perform(studio, searchDocText, { query })
  return askEach(run, search, (query) => scan(studio, "docs", { text: ["body", "search_title"], query }))
})

export const measureLinkSearch = onEither(async (studio, run) => {
  await inSequence(run.sizes.links / 500, (at) => writeLinks(studio, at * 500))
  await fillTables(studio, "analyze")
  const search = (query: string) => perform(studio, browseLinks, { query: query.replaceAll('"', "") })
  return askEach(run, search, (query) => scan(studio, "short_links", { text: ["slug", "title", "destination"], query }))
})

type Search = (query: string) => Promise<unknown>

/** Asks each of the queries, and runs the equivalent statement without an index. */
function askEach({ sizes }: BenchRun, search: Search, like: Search) {
  return eachNamed(benchQueries, async (queryOf) => {
    const ask = (n: number) => timeOf(() => search(queryOf(n % 20)))
    await inSequence(sizes.times / 3, ask)
    const times = await inSequence(sizes.times, ask)
    const scanned = await inSequence(5, (n) => timeOf(() => like(queryOf(n))))
    return { ms: median(times), p95: percentile(times, 0.95), like: median(scanned) }
  })
}

/** Makes 500 links whose titles and destinations have the words of docs. */
const writeLinks = ({ cx, workspaceId }: BenchStudio, from: number) =>
  cx.atomically((cx) =>
    inSequence(500, async (at) => {
      const [n, { title, text }] = [from + at, makeText(from + at)]
      const [path, slug] = [text.split(/\s+/), slugOfLink(n)]
      const link = {
        title: `${title} ${path.at(-1)}`,
        slug,
        destination: `https://example.com/${path.slice(0, 6).join("-")}`,
      }
      const search_text = searchTextOf(link)
      const row = { ...plainLink, ...link, id: `link_${n}`, workspace_id: workspaceId, search_text, created_at: n }
      await cx.db.insertInto("short_links").values(row).execute()
      await indexLink(cx, row)
    }),
  )

/** Writes nine of ten docs in the studio, and the others in ten more workspaces, a hundred in a transaction. */
async function writeDocs(studio: BenchStudio, count: number): Promise<void> {
  const others = await inSequence(10, (n) => newWorkspace(studio.app, `other-${n}`))
  const write = (cx: Inside, n: number) => {
    const { caller, workspaceId } = n % 100 < 90 ? studio : (others[n % 10] ?? studio)
    const workspace = { workspaceId, workspace: { slug: "", name: "" } }
    const { title, text } = makeText(n)
    const content = text.split("\n").map((line) => (line ? paragraph(line) : paragraph()))
    const doc = { title, emoji: null, body: JSON.stringify({ type: "doc", content }) }
    return insertDoc({ ...cx, ...workspace, accountId: caller.accountId, role: "member" }, doc)
  }
  const writers = 4
  const writeHundred = (at: number) => studio.cx.atomically((cx) => inSequence(100, (n) => write(cx, at * 100 + n)))
  await inParallel(writers, (first) => inSequence(count / 100 / writers, (at) => writeHundred(at * writers + first)))
  if (studio.app.database.dialect === "postgres") await fillTables(studio, "analyze")
}

function scan(studio: BenchStudio, table: string, { text, query }: { text: string[]; query: string }) {
  const found = text.map((column) => `lower(${column}) like '%${query.replaceAll('"', "")}%'`).join(" or ")
  const rows = `${table} where workspace_id = '${studio.workspaceId}' and deleted_at is null and (${found})`
  return queryRows(studio, `select id from ${rows} order by updated_at desc limit 20`)
}

export const measureOverview = onEither(async (studio, { rounds, sizes: { links } }) => {
  // Each link has clicks on ten of the last thirty days. The rows of a day are adjacent, as the service writes them.
  await fillTables(
    studio,
    ...manyLinks(links),
    `${numbersTo(links)}, times(d) as (select 0 union all select d + 1 from times where d < 9)
      insert into link_days (link_id, workspace_id, day, referrer, device, country, clicks)
      select 'link_m' || i, '${studio.workspaceId}', ${dayOf(Date.now())} - (i + d * 3) % 30 * ${dayMs}, '', 'desktop', '', 1
      from n, times order by (i + d * 3) % 30 desc`,
    "analyze",
  )
  await sumClickDays(studio.cx)
  return mediansOf(rounds, async () => ({ ms: await timeOf(() => perform(studio, getOverview, {})) }))
})

export const measureRehearsal = onEither(async (studio, run) => {
  const rehearsed = { ...studio, app: rehearsing(studio.app) }
  return mediansOf(run.rounds * run.sizes.links, async () => {
    const own = await timeOf(() => perform(studio, createLink, springSale))
    return { over: (await timeOf(() => perform(rehearsed, createLink, springSale))) - own }
  })
})

export async function measureCards(run: BenchRun): Promise<Measured> {
  const cards = openCards({ ...silentLog, error: (fields) => console.error(fields) })
  run.after(() => cards.close())
  const peer = await startPeer(run, "cards", oneThread)
  const drawOne = async (n: number) => {
    const title = `A pay link for everything you make, part ${n}` // so that it was not drawn before
    const description = "Sell files, hand them over and get paid, without a shop. One short link does it all."
    const card = { brand: "Atelier", title, description }
    const drawnMs = await timeOf(() => cards.draw(card))
    const { takumiMs, satoriMs } = (await peer.ask(card)) as { takumiMs: number; satoriMs: number }
    return { drawnMs, takumiMs, satoriMs, overhead: drawnMs / takumiMs, faster: satoriMs / drawnMs }
  }
  return mediansOf(run.rounds * run.sizes.cards, drawOne, run.sizes.cards)
}
