import { baselineName, tablesInOrder } from "#storage/baseline/index.ts"

/** The schema, or the attached database, that contains the former tables. */
export const before = "before"

/** Whether these migrations made a schema other than the present baseline. */
export function hasOtherSchema(migrations: readonly string[]): boolean {
  return !migrations.includes(baselineName)
}

/** A database with the former tables in `before`, and the new, empty ones in the schema `present`. */
interface Moving {
  readonly present: "main" | "public"
  columnsOf(schema: string, table: string): Promise<string[]> | string[]
  run(statement: string): Promise<unknown> | unknown
}

const withoutDirectory = () =>
  new Error("The backup is of a development version without the table directory. Only that version can restore it.")

/**
 * Copies shared columns of shared tables. The service rebuilds the full-text index. @throws Error for a new column
 * without a default, or a refused row.
 */
export async function moveRows({ present, columnsOf, run }: Moving): Promise<void> {
  if ((await columnsOf(before, "directory")).length === 0) throw withoutDirectory()
  for (const table of tablesInOrder) {
    const known = new Set(await columnsOf(before, table))
    if (known.size === 0) continue
    const shared = (await columnsOf(present, table)).filter((column) => known.has(column))
    const columns = shared.map((column) => `"${column}"`).join(", ")
    try {
      await run(`delete from ${present}."${table}"`) // the rows that a new database begins with
      await run(`insert into ${present}."${table}" (${columns}) select ${columns} from ${before}."${table}"`)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`The rows of ${table} do not fit into the present schema: ${reason}.`, { cause })
    }
  }
  await run(`update ${present}.docs set indexed_seq = -1`)
}
