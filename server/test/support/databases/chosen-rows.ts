import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "kysely"
import type { Inside, Member } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import type { Database, WriteDb } from "#storage/database.ts"
import type { Schema } from "#storage/schema.ts"
import { migratedDatabaseUrl, openDatabase } from "./test-databases.ts"

/** The time of each choice: 2026-11-20 12:00 UTC. */
export const choiceTime = Date.UTC(2026, 10, 20, 12)

/** The caller of each choice. Rows without these columns have the same workspace and account. */
const chooser = {
  workspaceId: "w1" as WorkspaceId,
  workspace: { id: "w1" as WorkspaceId, slug: "studio", name: "Studio" },
  ...{ accountId: "a1", role: "owner" as const },
}

/** The key of each row that names no other. */
export const rowKey = { id: "r1", workspace_id: chooser.workspaceId }

/** The same row in another place. */
export const elsewhere = [{ id: "r2" }, { workspace_id: "w2" }]

/** The first page of a list. */
export const firstPage = { limit: 10, place: undefined }

type Columns = Readonly<Record<string, string | number | Uint8Array | null>>
type RowOf = readonly [table: keyof Schema, columns: Columns, keys?: Columns]
type Beside = readonly RowOf[]

interface Choice {
  readonly table: keyof Schema
  /** A row that the function chooses. Required columns that are missing here get some value. */
  readonly row: Columns
  /** Each of these changes to the row keeps it from being chosen. */
  readonly unless: readonly Columns[]
  /** Each of these changes leaves it chosen. */
  readonly evenIf?: readonly Columns[]
  /** Rows of other tables, or of this one; these stay as they are. */
  readonly beside?: Beside
  /** It chooses rows of any workspace that has such rows beside them. */
  readonly isOfAllWorkspaces?: true
  /** With each of these instead of `beside`, no row is chosen. */
  readonly unlessBeside?: readonly Beside[]
  /** Columns of the chosen row afterwards, or null if it is deleted. Without this, the function changes nothing. */
  readonly becomes?: Columns | null
  /** The result when the row is chosen. */
  readonly gives?: unknown
  /** The result when it is not. Without this, it is that of an empty table. */
  readonly otherwise?: unknown
  run(cx: Inside & Member): unknown
}

/**
 * Tests which rows a function of a store finds or changes: a row that has all that it asks for, and the same row with
 * one difference. Each row is first alone in its table, so that it may have the key that the function asks for. Then
 * both are there, and nothing is different for the first.
 */
export function choosesRow(title: string, choice: Choice): void {
  test(title, async (t) => {
    const database = openDatabase(t, await migratedDatabaseUrl(t, "sqlite"))
    const none = "otherwise" in choice ? choice.otherwise : (await runWith(database, choice)).result
    const alone = await runWith(database, choice, choice.row)
    assertChosen(choice, alone, none)
    for (const difference of choice.evenIf ?? [])
      assertChosen(choice, await runWith(database, choice, { ...choice.row, ...difference }), none)
    for (const difference of choice.unless) {
      const copiesIn = choice.isOfAllWorkspaces ? undefined : difference.workspace_id
      const other = { ...choice.row, ...difference }
      assertLeft(await runWith(database, { ...choice, copiesIn }, other), none, JSON.stringify(difference))
      const both = await runBeside(database, choice, other)
      assertChosen(choice, both, none)
      assert.deepEqual(both.result, alone.result, JSON.stringify(difference))
    }
    for (const beside of choice.unlessBeside ?? [])
      assertLeft(await runWith(database, { ...choice, beside }, choice.row), none, JSON.stringify(beside))
  })
}

/** Runs with the other row beside the chosen one, or without it if a key forbids both. */
function runBeside(database: Database, choice: Choice, other: Columns): Promise<Outcome> {
  const beside: Beside = [...(choice.beside ?? []), [choice.table, other, { ...usual, id: "beside" }]]
  return runWith(database, { ...choice, beside }, choice.row).catch((error) => {
    assert.match(String(error), /UNIQUE constraint failed/)
    return runWith(database, choice, choice.row)
  })
}

interface Run extends Choice {
  /** The workspace that has the same rows beside the chosen one, so that a join finds them there, too. */
  readonly copiesIn?: Columns[string] | undefined
}

function assertChosen(choice: Choice, { before, after, result }: Outcome, none: unknown): void {
  if (choice.becomes === undefined) {
    assert.deepEqual(after, before)
    assert.notDeepEqual(result, none)
  } else {
    const row = choice.becomes && { ...before.at(-1), ...choice.becomes }
    assert.deepEqual(after, [...before.slice(0, -1), ...(row ? [row] : [])])
  }
  if ("gives" in choice) assert.deepEqual(result, choice.gives)
}

function assertLeft({ before, after, result }: Outcome, none: unknown, difference: string): void {
  assert.deepEqual(after, before, difference)
  assert.deepEqual(result, none, difference)
}

class RolledBack extends Error {}

interface Outcome {
  readonly before: readonly object[]
  readonly after: readonly object[]
  readonly result: unknown
}

/** Runs the function on a table with this row and those beside it, and undoes everything. */
async function runWith(
  database: Database,
  { table, beside = [], copiesIn, run }: Run,
  row?: Columns,
): Promise<Outcome> {
  let outcome: Outcome | undefined
  const work = async (db: WriteDb) => {
    await sql`pragma defer_foreign_keys = on`.execute(db)
    await db.deleteFrom(table).execute() // some tables have rows of the installation
    for (const one of beside) await insert(db, one)
    if (copiesIn !== undefined) await copy(db, beside, { workspace_id: copiesIn })
    if (row) await insert(db, [table, row])
    const before = await db.selectFrom(table).selectAll().execute()
    const cx = { db, now: () => choiceTime, ...chooser }
    const result = await Promise.try(() => run(cx)).catch((error) => `${error}`)
    outcome = { before, after: await db.selectFrom(table).selectAll().execute(), result }
    throw new RolledBack()
  }
  await database.transaction(work).catch((error) => assert.ok(error instanceof RolledBack, error))
  return outcome ?? assert.fail("The function did not run.")
}

const usual: Columns = { ...rowKey, account_id: chooser.accountId }

/** Inserts the same rows in another workspace. A table without workspaces has none, and a row with that key stays. */
async function copy(db: WriteDb, rows: Beside, there: Columns): Promise<void> {
  for (const [table, columns] of rows) {
    const column = await sql`select 1 from pragma_table_info(${table}) where name = 'workspace_id'`.execute(db)
    if (column.rows.length > 0) await insert(db, [table, { ...columns, ...there }], "insert or ignore into")
  }
}

/** Inserts a row. Other columns that need a value have the chooser's, or 1, or their own name. */
async function insert(db: WriteDb, [table, columns, keys = usual]: RowOf, into = "insert into"): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`select name, type from pragma_table_info(${table})
    where ("notnull" = 1 or pk > 0) and dflt_value is null`.execute(db)
  const needed = rows.map(({ name, type }) => [name, keys[name] ?? (/^text$/i.test(type) ? name : 1)])
  const row = { ...Object.fromEntries(needed), ...columns }
  await sql`${sql.raw(into)} ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db)
}
