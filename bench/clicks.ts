import { sql } from "kysely"
import { openPostgres } from "../server/src/storage/postgres/index.ts"
import {
  createDatabase,
  dropDatabase,
  postgresAnswers,
  postgresUrlOf,
} from "../server/test/support/databases/test-run.ts"
import { farDatabase } from "./far-database.ts"
import { mediansOf, requestBytes, saturate, warmUpSeconds } from "./load.ts"
import type { BenchRow } from "./row.ts"
import { type RunningServer, startService } from "./servers.ts"

const links = 100_000
const connections = 64
const rounds = 11
/** Between the service and its database, in each direction. */
const delayMs = 2
const secretKey = "a secret of at least thirty-two characters"

/**
 * Redirects on PostgreSQL, by 64 clients: of one link and of a hundred thousand, beside the database and 2 ms away
 * (operations 40).
 */
export async function clicksBench(): Promise<BenchRow[]> {
  if (!(await postgresAnswers())) {
    console.log("PostgreSQL does not answer; redirects are not measured on it.")
    return []
  }
  const name = await createDatabase()
  const url = postgresUrlOf(name)
  const far = await farDatabase(url, delayMs)
  const near = await startService({ SVC_DATABASE_URL: url, SVC_SECRET_KEY: secretKey })
  await fill(url)
  const away = await startService({ SVC_DATABASE_URL: far.url, SVC_SECRET_KEY: secretKey })
  try {
    const beside = await measure(near)
    const distant = await measure(away)
    return [
      { name: "PostgreSQL: redirects of one link", value: beside.one, unit: "/s" },
      { name: "PostgreSQL: redirects of 100,000 links", value: beside.many, unit: "/s" },
      { name: "PostgreSQL: 100,000 links to one", value: beside.ratio, unit: "×", atLeast: 0.8 },
      { name: "PostgreSQL: CPU of a redirect", value: beside.cpu, unit: "µs" },
      { name: `PostgreSQL ${delayMs} ms away: one link`, value: distant.one, unit: "/s" },
      { name: `PostgreSQL ${delayMs} ms away: 100,000 links`, value: distant.many, unit: "/s", atLeast: 1_000 },
    ]
  } finally {
    await Promise.all([near.stop(), away.stop()])
    far.close()
    await dropDatabase(name)
  }
}

async function measure(service: RunningServer) {
  const ask = (slug: string) => requestBytes(`${service.url}/s/${slug}`)
  const one = () => hot
  const hot = ask("m1")
  const many = () => ask(`m${1 + Math.floor(Math.random() * links)}`)
  const url = service.url
  await saturate(url, { connections, next: many, seconds: warmUpSeconds / 2 })
  await saturate(url, { connections, next: one, seconds: warmUpSeconds / 2 })
  return mediansOf(rounds, async () => {
    const ofOne = await saturate(url, { connections, next: one, seconds: 1 })
    const before = service.cpuMicroseconds()
    const ofMany = await saturate(url, { connections, next: many, seconds: 1 })
    const cpu = (service.cpuMicroseconds() - before) / ofMany.requests
    const [oneRate, manyRate] = [ofOne.requestsPerSecond, ofMany.requestsPerSecond]
    return { one: oneRate, many: manyRate, ratio: manyRate / oneRate, cpu }
  })
}

async function fill(url: string): Promise<void> {
  const database = openPostgres(url, { onError: () => {} })
  await database.migration(async (db) => {
    await sql`insert into short_links (id, workspace_id, namespace, slug, destination, visitor_query, created_at, updated_at)
      select 'link_m' || i, (select min(id) from workspaces), 'shared', 'm' || i, 'https://example.com/' || i, 'dropped', i, i
      from generate_series(1, ${sql.lit(links)}) i`.execute(db)
    await sql`insert into directory (kind, key, workspace_id)
      select 'short_link', slug, workspace_id from short_links where id like 'link_m%'`.execute(db)
    await sql`analyze short_links, directory`.execute(db)
  })
  await database.close()
}
