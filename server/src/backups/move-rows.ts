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

/** The names that columns had in development versions. */
const formerNames: Readonly<Record<string, readonly string[]>> = {
  poll_at: ["look_again_at", "look_at"],
  polling_since: ["looking_since"],
}

/**
 * Copies the columns that both schemas have, under their present or a former name. The service rebuilds the full-text
 * index. @throws Error for a new column without a default, or a refused row.
 */
export async function moveRows({ present, columnsOf, run }: Moving): Promise<void> {
  if ((await columnsOf(before, "directory")).length === 0) throw withoutDirectory()
  for (const table of tablesInOrder) {
    const known = new Set(await columnsOf(before, table))
    if (known.size === 0) continue
    const pairs = (await columnsOf(present, table)).flatMap((column) => {
      const former = [column, ...(formerNames[column] ?? [])].find((name) => known.has(name))
      return former === undefined ? [] : [{ column: `"${column}"`, former: `"${former}"` }]
    })
    const columns = pairs.map(({ column }) => column).join(", ")
    const values = pairs.map(({ former }) => former).join(", ")
    try {
      await run(`delete from ${present}."${table}"`) // the rows that a new database begins with
      await run(`insert into ${present}."${table}" (${columns}) select ${values} from ${before}."${table}"`)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`The rows of ${table} do not fit into the present schema: ${reason}.`, { cause })
    }
  }
  await run(`update ${present}.docs set indexed_seq = -1`)
  await run(`update ${present}.jobs set kind = 'poll-account' where kind = 'look-at-account'`)
}
