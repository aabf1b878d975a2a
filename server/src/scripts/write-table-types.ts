import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { readTables } from "#storage/baseline/index.ts"
import { migrate } from "#storage/migrate.ts"
import { openSqlite } from "#storage/sqlite.ts"

/**
 * Writes the types of all tables, as the migrations make them: `npm run types`. The comments of the SQL become their
 * documentation. A comment behind a column of text is its type.
 */
const folder = new URL("../../.types/", import.meta.url)

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: 0 | 1
}

/** Tables of the full-text index have no types. */
const allColumns = `
  select tables.name as "table", columns.name, columns.type, not columns."notnull" as "isNullable"
  from pragma_table_list as listed
  join sqlite_master as tables on tables.name = listed.name
  join pragma_table_info(tables.name) as columns
  where listed.type = 'table' and tables.name not like 'sqlite_%' and tables.name <> 'migrations'
  order by tables.rowid, columns.cid`

const tables = readTables()
const made = mkdtempSync(join(tmpdir(), "table-types-"))
const path = join(made, "schema.db")
try {
  const database = openSqlite(path)
  await migrate(database)
  await database.close()
  mkdirSync(folder, { recursive: true })
  const columns = new DatabaseSync(path).prepare(allColumns).all() as unknown as Column[]
  writeFileSync(new URL("tables.d.ts", folder), write(columns))
} finally {
  rmSync(made, { recursive: true })
}

function write(columns: readonly Column[]): string {
  const byTable = Object.entries(Object.groupBy(columns, ({ table }) => table))
  return [
    'import type { Generated } from "kysely"',
    'import type { WorkspaceId } from "../src/kernel/workspace-id.ts"',
    "",
    "export interface Tables {",
    ...byTable.flatMap(([table, its = []]) => [
      ...toDoc(tables.get(table)?.comment),
      `${table}: {`,
      ...its.flatMap(writeColumn),
      "}",
    ]),
    "}",
    "",
  ].join("\n")
}

function writeColumn(column: Column): string[] {
  const { table, name, isNullable } = column
  const body = tables.get(table)?.body ?? ""
  const comment = new RegExp(`((?:^ *-- .*\\n)+) *${name} `, "m").exec(body)?.[1]
  return [...toDoc(comment), `${name}: ${typeOf(column, body)}${isNullable === 1 ? " | null" : ""}`]
}

function typeOf({ name, type }: Column, body: string): string {
  if (name === "workspace_id") return "WorkspaceId"
  const named = new RegExp(`^  ${name} .* -- (.*)$`, "m").exec(body)?.[1]
  if (named !== undefined) return named
  if (/^(text|varchar)/i.test(type)) return "string"
  return /^(blob|bytea)/i.test(type) ? "Uint8Array" : "number"
}

function toDoc(comment = ""): string[] {
  return comment === "" ? [] : [`/** ${comment.replaceAll(/^ *-- /gm, "").trim()} */`]
}
