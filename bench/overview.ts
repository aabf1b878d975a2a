import { sql } from "kysely"
import { perform, systemContext } from "../server/src/access/perform.ts"
import { sumClickDays } from "../server/src/domains/links/index.ts"
import { getOverview } from "../server/src/domains/overview/index.ts"
import { dayOf } from "../server/src/kernel/time/days.ts"
import { dayMs } from "../server/src/kernel/time/units.ts"
import {
  createDatabase,
  dropDatabase,
  postgresAnswers,
  postgresUrlOf,
} from "../server/test/support/databases/test-run.ts"
import { makeMember, openEmptyApp, personCaller } from "./in-process.ts"
import { median } from "./load.ts"
import type { BenchRow } from "./row.ts"

const links = 100_000

/** The overview of a workspace with a hundred thousand links, each clicked on ten of the last thirty days. */
export async function overviewBench(): Promise<BenchRow[]> {
  const onSqlite = await measure("SQLite", {})
  if (!(await postgresAnswers())) {
    console.log("PostgreSQL does not answer; the overview is not measured on it.")
    return [onSqlite]
  }
  const name = await createDatabase()
  try {
    return [onSqlite, await measure("PostgreSQL", { SVC_DATABASE_URL: postgresUrlOf(name) })]
  } finally {
    await dropDatabase(name)
  }
}

async function measure(database: string, settings: Record<string, string>): Promise<BenchRow> {
  const app = await openEmptyApp(settings)
  const member = await makeMember(app, "studio")
  const today = dayOf(Date.now())
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(links)})`
  const times = sql`times(d) as (select 0 union all select d + 1 from times where d < 9)`
  // The rows of one day are adjacent, since the service writes them on that day.
  await app.database.migration(async (db) => {
    await sql`${numbers} insert into short_links
      (id, workspace_id, namespace, slug, destination, visitor_query, clicks, created_at, updated_at)
      select 'link_' || i, ${member.workspaceId}, 'shared', 's' || i, 'https://example.com/', 'dropped', 10, i, i from n`.execute(
      db,
    )
    await sql`${numbers}, ${times} insert into link_days
      (link_id, workspace_id, day, referrer, device, country, clicks)
      select 'link_' || i, ${member.workspaceId}, ${sql.lit(today)} - cast((i + d * 3) % 30 as bigint) * ${sql.lit(dayMs)}, '', 'desktop', '', 1
      from n, times order by (i + d * 3) % 30 desc`.execute(db)
    await sql`analyze`.execute(db)
  })
  await sumClickDays(systemContext(app))
  const took: number[] = []
  for (let n = 0; n < 30; n += 1) {
    const began = performance.now()
    await perform({ app, caller: personCaller(member) }, getOverview, {})
    took.push(performance.now() - began)
  }
  await app.close()
  return { name: `${database}, overview of 100,000 links`, value: median(took), unit: "ms", atMost: 50 }
}
