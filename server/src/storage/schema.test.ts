import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { type Kysely, sql } from "kysely"
import { migratedDatabaseUrl, onBothDatabases, openDatabase } from "#test/support/databases/test-databases.ts"
import type { Schema } from "./schema.ts"

const folder = new URL("tables/", import.meta.url)

/** The columns and tables of each database's full-text indexes, which no type declares. */
const isIndexOfWords = (name: string) =>
  /^doc_words_(fts|terms)|^link_pieces_fts/.test(name) || /^(doc_words\.words|link_pieces\.pieces)$/.test(name)

/** `table.column: type` for each column in the tables' types. Bytes count as `number`, like every type but text. */
function declared(): string[] {
  const texts = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), "utf8"))
  const text = texts.join("\n").replaceAll(/\/\*\*.*?\*\//gs, "")
  const columns: string[] = []
  for (const [, table, body = ""] of text.matchAll(/^ {2}(\w+): \{\n(.*?)^ {2}\}/gms)) {
    for (const [, column, type = ""] of body.matchAll(/^ {4}(\w+):(.*?)(?=^ {4}\w|$(?![\s\S]))/gms)) {
      const words = type
        .split("|")
        .map((word) => word.trim())
        .filter(Boolean)
      const kind = words.some((word) => /^(number|Generated<number>|Uint8Array)$/.test(word)) ? "number" : "string"
      columns.push(`${table}.${column}: ${kind}${words.includes("null") ? " | null" : ""}`)
    }
  }
  return columns.sort()
}

onBothDatabases("the types of the tables have the columns that the migrations create", async (t, kind) => {
  const database = openDatabase(t, await migratedDatabaseUrl(t, kind))
  const tables = await (database.read as Kysely<Schema>).introspection.getTables()

  const real = tables
    .filter(({ name }) => name !== "migrations" && !isIndexOfWords(name))
    .flatMap(({ name, columns }) =>
      columns
        .filter((column) => !isIndexOfWords(`${name}.${column.name}`))
        .map((column) => {
          const kind = /^(text|character varying)$/i.test(column.dataType) ? "string" : "number"
          return `${name}.${column.name}: ${kind}${column.isNullable ? " | null" : ""}`
        }),
    )
  assert.deepEqual(real.sort(), declared())
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
