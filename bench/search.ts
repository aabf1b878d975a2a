import { sql } from "kysely"
import type { Member } from "../server/src/access/caller.ts"
import { perform, systemContext } from "../server/src/access/perform.ts"
import { type DocContents, insertDoc } from "../server/src/domains/docs/doc-store.ts"
import { searchDocText } from "../server/src/domains/docs/index.ts"
import { containsPattern } from "../server/src/kernel/search-text.ts"
import type { RunningApp } from "../server/src/start/app.ts"
import { isPostgres } from "../server/src/storage/prepared.ts"
import {
  createDatabase,
  dropDatabase,
  postgresAnswers,
  postgresUrlOf,
} from "../server/test/support/databases/test-run.ts"
import { makeMember, openEmptyApp, personCaller } from "./in-process.ts"
import { median, percentile } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { characterOf, makeText, rarePhrase, rareWord, titleWord, wordOf } from "./texts.ts"

const docs = 100_000
/** The percentage of docs in the searched workspace. The others are in ten more workspaces. */
const ownShare = 90
const others = 10
/** Docs in a transaction. */
const atOnce = 100

/** The queries; `n` is from 0 to 19. A word without quotes is a prefix. */
const kinds: { name: string; query: (n: number) => string }[] = [
  { name: "word in 20 docs", query: (n) => `"${rareWord(n)}"` },
  { name: "word in one doc of twenty", query: (n) => `"${wordOf(370 + n)}"` },
  { name: "word in one doc of twelve", query: (n) => `"${wordOf(200 + n)}"` },
  { name: "word in most docs", query: (n) => `"${wordOf(n)}"` },
  { name: "phrase in 20 docs", query: (n) => `"${rarePhrase(n)}"` },
  { name: "phrase in many docs", query: (n) => `"${wordOf(n)} ${wordOf(n + 1)}"` },
  { name: "beginning of a rare word", query: (n) => rareWord(n).slice(0, -1) },
  { name: "beginning of many words", query: (n) => wordOf(n) },
  { name: "one CJK character", query: (n) => characterOf(n) },
  { name: "two CJK characters", query: (n) => characterOf(n + 4) + characterOf(n) },
  { name: "three CJK characters", query: (n) => characterOf(0) + characterOf(n) + characterOf(1) },
  { name: "word of titles", query: (n) => titleWord(n) },
  { name: "word in no doc", query: (n) => `${wordOf(n)}qaq` },
]

/** The full-text search in a hundred thousand docs, on both databases, compared with a `LIKE` over the same docs. */
export async function searchBench(): Promise<BenchRow[]> {
  const onSqlite = await measure("SQLite", {}, 10)
  if (!(await postgresAnswers())) {
    console.log("PostgreSQL does not answer; the search is not measured on it.")
    return onSqlite
  }
  const name = await createDatabase()
  try {
    return [...onSqlite, ...(await measure("PostgreSQL", { SVC_DATABASE_URL: postgresUrlOf(name) }, 30))]
  } finally {
    await dropDatabase(name)
  }
}

async function measure(database: string, settings: { SVC_DATABASE_URL?: string }, atMost: number): Promise<BenchRow[]> {
  const app = await openEmptyApp(settings)
  const member = await fill(app)
  const rows: BenchRow[] = []
  for (const { name, query } of kinds) {
    const queries = Array.from({ length: 20 }, (_, n) => query(n))
    const ask = (query: string) => perform({ app, caller: personCaller(member) }, searchDocText, { query })
    await timesOf(queries, ask)
    const times = await timesOf([...queries, ...queries, ...queries], ask)
    const scans = await timesOf(queries.slice(0, 5), (query) => scan(app, member, query))
    const beside = `p95 ${percentile(times, 0.95).toFixed(1)}, LIKE ${median(scans).toFixed(0)}`
    rows.push({ name: `${database}, ${name} (${beside})`, value: median(times), unit: "ms", atMost })
  }
  await app.close()
  return rows
}

async function timesOf(queries: readonly string[], ask: (query: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (const query of queries) {
    const began = performance.now()
    await ask(query)
    times.push(performance.now() - began)
  }
  return times
}

/** Writes the docs through the product; returns the member who searches. */
async function fill(app: RunningApp): Promise<Member> {
  const member = await makeMember(app, "studio")
  const rest: Member[] = []
  for (let n = 0; n < others; n += 1) rest.push(await makeMember(app, `other-${n}`))
  const ownerOf = (n: number) => (n % 100 < ownShare ? member : (rest[n % others] ?? member))
  let next = 0
  const write = async () => {
    while (next < docs) {
      const from = next
      next += atOnce
      await systemContext(app).atomically(async (cx) => {
        for (let n = from; n < from + atOnce; n += 1) await insertDoc({ ...cx, ...ownerOf(n) }, docOf(n))
      })
    }
  }
  await Promise.all([write(), write(), write(), write()])
  if (isPostgres(app.database.read)) await sql`analyze`.execute(app.database.read as never)
  return member
}

function docOf(n: number): DocContents {
  const { title, text } = makeText(n)
  const content = text.split("\n").map((text) => ({ type: "paragraph", content: text ? [{ type: "text", text }] : [] }))
  return { title, emoji: null, body: JSON.stringify({ type: "doc", content }) }
}

/** The equivalent query without a full-text index. */
function scan({ database }: RunningApp, { workspaceId }: Member, query: string) {
  const pattern = containsPattern(query.replaceAll('"', ""))
  return database.read
    .selectFrom("docs")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`lower(body) like ${pattern} escape '\\' or search_title like ${pattern} escape '\\'`)
    .orderBy("updated_at", "desc")
    .limit(20)
    .execute()
}
