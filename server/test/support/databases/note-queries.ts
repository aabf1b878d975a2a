import { CompiledQuery, type Kysely, type KyselyPlugin } from "kysely"
import type { Queries, ReadDb } from "#storage/database.ts"
import type { Schema } from "#storage/schema.ts"

/** The same database, and the queries that ran through it. */
export function noteQueries(db: ReadDb): { db: ReadDb; asked: CompiledQuery[] } {
  const compiled = new WeakMap<object, CompiledQuery>()
  const asked: CompiledQuery[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      compiled.set(queryId, db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result, queryId }) => {
      asked.push(compiled.get(queryId) as CompiledQuery)
      return result
    },
  }
  const noted = (db as Kysely<Schema>).withPlugin(plugin)
  const executeQuery: ReadDb["executeQuery"] = (query) => {
    const ready = "compile" in query ? query.compile() : query
    compiled.set(ready.queryId, ready)
    return noted.executeQuery(ready)
  }
  const read = {
    selectFrom: noted.selectFrom.bind(noted),
    selectNoFrom: noted.selectNoFrom.bind(noted),
    getExecutor: () => noted.getExecutor(),
    executeQuery,
  }
  return { db: read, asked }
}

/**
 * The rows that PostgreSQL reads by indexes for each of the queries, including those that it filters out; the most
 * first.
 */
export function countRowsRead(
  database: Queries,
  asked: readonly CompiledQuery[],
): Promise<{ sql: string; rows: number }[]> {
  return database.transaction(async (db) => {
    // PostgreSQL scans small tables merely because they are small.
    await db.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"))
    const read: { sql: string; rows: number }[] = []
    for (const { sql, parameters } of asked) {
      const explain = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters])
      read.push({ sql, rows: rowsRead((await db.executeQuery(explain)).rows) })
    }
    return read.sort((one, other) => other.rows - one.rows)
  })
}

function rowsRead(plan: unknown): number {
  if (Array.isArray(plan)) return plan.reduce((rows, part) => rows + rowsRead(part), 0)
  if (typeof plan !== "object" || plan === null) return 0
  const node = plan as Record<string, unknown>
  const isScan = /Scan$/.test(String(node["Node Type"])) && node["Node Type"] !== "Subquery Scan"
  const filtered = Number(node["Rows Removed by Filter"] ?? 0)
  const own = isScan ? (Number(node["Actual Rows"]) + filtered) * Number(node["Actual Loops"]) : 0
  return own + rowsRead(Object.values(node))
}
