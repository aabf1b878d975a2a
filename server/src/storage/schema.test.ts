import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { type Kysely, sql } from "kysely"
import {
  type DatabaseKind,
  migratedDatabaseUrl,
  onBothDatabases,
  onPostgres,
  openDatabase,
} from "#test/support/databases/test-databases.ts"
import type { Schema } from "./schema.ts"

/** The columns and tables of each database's full-text indexes, which no type declares. */
const isIndexOfWords = (name: string) =>
  /^doc_words_(fts|terms)|^link_pieces_fts/.test(name) || /^(doc_words\.words|link_pieces\.pieces)$/.test(name)

/** `table.column: type` for each column of a new database. Bytes count as numbers, like every type but text. */
async function columnsOf(t: TestContext, kind: DatabaseKind): Promise<string[]> {
  const database = openDatabase(t, await migratedDatabaseUrl(t, kind))
  const tables = await (database.read as Kysely<Schema>).introspection.getTables()
  const columns = tables.flatMap(({ name: table, columns }) =>
    columns.map(({ name, dataType, isNullable }) => {
      const type = /^(text|character varying)$/i.test(dataType) ? "string" : "number"
      return [table, `${table}.${name}`, `${type}${isNullable ? " | null" : ""}`] as const
    }),
  )
  return columns
    .filter(([table, column]) => table !== "migrations" && !isIndexOfWords(table) && !isIndexOfWords(column))
    .map(([, column, type]) => `${column}: ${type}`)
    .sort()
}

onPostgres("both databases have the same columns, so one type of each table serves both", async (t) => {
  const columns = await columnsOf(t, "sqlite")
  assert.ok(columns.length > 900)
  assert.deepEqual(await columnsOf(t, "postgres"), columns)
})

/** The columns of a table that hold a workspace's id but accept any string. */
type Lax<Row> = {
  [Name in keyof Row & `${string}workspace_id`]: string extends Row[Name] ? Name : never
}[keyof Row & `${string}workspace_id`]

test("no column that holds a workspace's id takes a plain string", () => {
  type Found = { [Table in keyof Schema]: Lax<Schema[Table]> }[keyof Schema]
  const none: [Found] extends [never] ? true : false = true
  assert.ok(none)
})

onBothDatabases("every reference is enforced", async (t, kind) => {
  const database = openDatabase(t, await migratedDatabaseUrl(t, kind))
  const orphan = sql`insert into members (workspace_id, account_id, role, created_at) values ('none', 'none', 'owner', 1)`
  await assert.rejects(
    database.transaction((db) => orphan.execute(db)),
    /foreign key/i,
  )
})
