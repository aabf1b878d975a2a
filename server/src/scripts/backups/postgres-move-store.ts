import { sql } from "kysely"
import { migrate } from "#storage/migrate.ts"
import { openPostgres } from "#storage/postgres/index.ts"
import { before, moveRows } from "./move-rows.ts"

const newPublic = ["create schema public", "grant usage on schema public to public"]

/** Moves all rows of a database into the present schema, in one transaction. After a failure the database is empty. */
export async function movePostgres(url: string): Promise<void> {
  const database = openPostgres(url, { onError: () => {} })
  try {
    await database.migration(async (transaction) => {
      const run = (statement: string) => sql.raw<{ name: string }>(statement).execute(transaction)
      const columnsOf = async (schema: string, table: string) => {
        const named = `select column_name as name from information_schema.columns
          where table_schema = '${schema}' and table_name = '${table}'`
        return (await run(named)).rows.map(({ name }) => name)
      }
      await run(`alter schema public rename to ${before}`)
      for (const statement of newPublic) await run(statement)
      const inIt = <Result>(work: (db: typeof transaction) => Promise<Result>) => work(transaction)
      await migrate({ dialect: "postgres", migration: inIt, withoutTransaction: inIt })
      await moveRows({ present: "public", columnsOf, run })
      await run(`drop schema ${before} cascade`)
    })
  } catch (fault) {
    await database.migration(async (transaction) => {
      await sql`drop schema public cascade`.execute(transaction)
      for (const statement of newPublic) await sql.raw(statement).execute(transaction)
    })
    throw fault
  } finally {
    await database.close()
  }
}
