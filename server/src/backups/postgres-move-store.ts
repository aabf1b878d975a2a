import { sql } from "kysely"
import type { WriteDb } from "#storage/database.ts"
import { migrate } from "#storage/migrate.ts"
import { openPostgres } from "#storage/postgres/index.ts"
import { before, moveRows } from "./move-rows.ts"

type Run = (statement: string) => Promise<{ rows: { name: string }[] }>

/** Moves all rows of a database into the present schema, in one transaction. After a failure the database is empty. */
export async function movePostgres(url: string): Promise<void> {
  const database = openPostgres(url, { onError: () => {} })
  try {
    await database.migration(async (transaction) => {
      const run = runOn(transaction)
      const columnsOf = async (schema: string, table: string) => {
        const named = `select column_name as name from information_schema.columns
          where table_schema = '${schema}' and table_name = '${table}'`
        return (await run(named)).rows.map(({ name }) => name)
      }
      await renewPublic(run)
      const inIt = <Result>(work: (db: typeof transaction) => Promise<Result>) => work(transaction)
      await migrate({ dialect: "postgres", migration: inIt, withoutTransaction: inIt })
      await moveRows({ present: "public", columnsOf, run })
      await run(`drop schema ${before} cascade`)
    })
  } catch (fault) {
    await database.migration(async (transaction) => {
      const run = runOn(transaction)
      await renewPublic(run)
      await run(`drop schema ${before} cascade`)
    })
    throw fault
  } finally {
    await database.close()
  }
}

const runOn =
  (db: WriteDb): Run =>
  (statement) =>
    sql.raw<{ name: string }>(statement).execute(db)

/** Renames the schema to `before`. The operator's extensions stay in the new one, which `drop … cascade` spares. */
async function renewPublic(run: Run): Promise<void> {
  await run(`alter schema public rename to ${before}`)
  await run("create schema public")
  await run("grant usage on schema public to public")
  const { rows } = await run(`select quote_ident(extname) as name from pg_extension
    where extnamespace = '${before}'::regnamespace and extrelocatable and pg_has_role(extowner, 'usage')`)
  for (const { name } of rows) await run(`alter extension ${name} set schema public`)
}
