import { perform } from "../server/src/access/perform.ts"
import { createLink } from "../server/src/domains/links/index.ts"
import { rehearsing } from "../server/src/engines/runs/calls/rehearse.ts"
import {
  createDatabase,
  dropDatabase,
  postgresAnswers,
  postgresUrlOf,
} from "../server/test/support/databases/test-run.ts"
import { makeMember, openEmptyApp, personCaller } from "./in-process.ts"
import { mediansOf } from "./load.ts"
import type { BenchRow } from "./row.ts"

const times = 100

/** The time of a rehearsal compared with the same action performed, in turns; also on PostgreSQL where available. */
export async function rehearsalRows(rounds = 5): Promise<BenchRow[]> {
  const rows = [await rehearsalRow({ name: "SQLite", atMost: 2 }, {}, rounds)]
  if (!(await postgresAnswers())) {
    console.log("PostgreSQL does not answer on 127.0.0.1:5432; rehearsals are not measured on it.")
    return rows
  }
  const database = await createDatabase()
  const settings = { SVC_DATABASE_URL: postgresUrlOf(database) }
  rows.push(await rehearsalRow({ name: "PostgreSQL", atMost: 6 }, settings, rounds))
  await dropDatabase(database)
  return rows
}

async function rehearsalRow(
  { name, atMost }: { name: string; atMost: number },
  settings: Record<string, string>,
  rounds: number,
): Promise<BenchRow> {
  const app = await openEmptyApp(settings)
  const caller = personCaller(await makeMember(app, "studio"))
  const makeWith = async (app: Parameters<typeof perform>[0]["app"]) => {
    const began = performance.now()
    await perform({ app, caller }, createLink, { destination: "https://example.com/spring-sale" })
    return performance.now() - began
  }
  const rehearsed = rehearsing(app)
  const { over } = await mediansOf(rounds, () =>
    mediansOf(times, async () => {
      const own = await makeWith(app)
      return { over: (await makeWith(rehearsed)) - own }
    }),
  )
  await app.close()
  return { name: `a rehearsal on ${name}, over the action's own time`, value: over, unit: "ms", atMost }
}
