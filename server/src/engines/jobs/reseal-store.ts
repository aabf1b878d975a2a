import { sql } from "kysely"
import type { Context, Inside, Reading } from "#access/context.ts"
import type { SealedColumn } from "#storage/sealed-column.ts"

interface SealedRow {
  key: string
  sealed: string
}

const batch = 100

/**
 * Reseals all texts of older keys, so that these can be removed. Works in batches; rows that change meanwhile wait for
 * the next call. With a single key, reads only columns that may hold plain texts.
 */
export async function resealAll(cx: Context, columns: readonly SealedColumn[]): Promise<void> {
  const isRotated = cx.keyring.ids.length > 1
  for (const column of columns) if (isRotated || column.isPlain) await resealColumn(cx, column)
}

async function resealColumn(cx: Context, sealed: SealedColumn): Promise<void> {
  let rows: SealedRow[] = []
  do {
    rows = await findOlder(cx, sealed, rows.at(-1)?.key ?? "")
    const found = rows
    if (found.length > 0) await cx.atomically((inside) => replaceAll({ ...inside, keyring: cx.keyring }, sealed, found))
  } while (rows.length === batch)
}

function findOlder(
  cx: Pick<Context, "db" | "keyring">,
  { table, key, column }: SealedColumn,
  after: string,
): Promise<SealedRow[]> {
  return run<SealedRow>(
    cx,
    sql`select ${sql.ref(key)} as "key", ${sql.ref(column)} as "sealed" from ${sql.table(table)}
      where ${sql.ref(key)} > ${after} and ${sql.ref(column)} not like ${`${cx.keyring.ids[0]}.%`} and ${sql.ref(column)} <> ''
      order by ${sql.ref(key)} limit ${sql.lit(batch)}`,
  )
}

async function replaceAll(cx: Inside & Pick<Context, "keyring">, sealed: SealedColumn, rows: SealedRow[]) {
  const { keyring } = cx
  const { table, key, column, purpose, place, follows, isPlain } = sealed
  for (const row of rows) {
    const text = isPlain?.(row.sealed) ? row.sealed : keyring.unseal(purpose, place(row.key), row.sealed)
    const values = { [column]: keyring.seal(purpose, place(row.key), text), ...follows?.(keyring, text) }
    const sets = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    await run(
      cx,
      sql`update ${sql.table(table)} set ${sql.join(sets)}
        where ${sql.ref(key)} = ${row.key} and ${sql.ref(column)} = ${row.sealed}`,
    )
  }
}

async function run<Row>({ db }: Pick<Reading, "db">, query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await db.executeQuery<Row>(query.compile(db as never))).rows
}
