import { type Kysely, sql } from "kysely"
import type { Database } from "#storage/database.ts"

/** Every row of every table, as text, except for tables whose names match `but`. */
export async function dumpOf(database: Database, but: RegExp): Promise<string> {
  const read = database.read as unknown as Kysely<unknown>
  const tables = (await read.introspection.getTables()).filter(({ name, isView }) => !isView && !but.test(name))
  const texts = tables.map(async ({ name, columns }) => {
    const values = columns.map((column) => sql`cast(${sql.ref(column.name)} as text) as ${sql.ref(column.name)}`)
    const { rows } = await sql`select ${sql.join(values)} from ${sql.table(name)}`.execute(read)
    const lines = rows.map((row) => JSON.stringify(row)).sort()
    return [name, ...lines].join("\n")
  })
  return (await Promise.all(texts)).sort().join("\n")
}
