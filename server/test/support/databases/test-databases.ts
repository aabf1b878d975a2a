import { copyFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { after, type TestContext, test } from "node:test"
import type { Database } from "#storage/database.ts"
import { openPostgres } from "#storage/postgres/index.ts"
import { openSqlite } from "#storage/sqlite.ts"
import { keepSpare, schemaOf, takeSpare } from "./spare-databases.ts"
import {
  createTestDatabase,
  dropDatabase,
  endConnections,
  makeFolder,
  makePostgresTemplate,
  makeSqliteTemplate,
  postgresAnswers,
  postgresUrlOf,
  removeRun,
  testRun,
} from "./test-run.ts"

export type DatabaseKind = "sqlite" | "postgres"

/** SQLite, except where the statements for PostgreSQL are collected from all tests. */
export const usualKind: DatabaseKind = process.env.TEST_STATEMENTS === undefined ? "sqlite" : "postgres"

/** A test, or another object that reports its end. */
export type Ending = Pick<TestContext, "after">

const cleanUps = new WeakMap<Ending, (() => unknown)[]>()

/**
 * Registers a clean-up after the test. The latest runs first: a database is closed before it is dropped. A failing
 * clean-up fails the test, once all others have run.
 */
export function atEnd(t: Ending, cleanUp: () => unknown): void {
  const known = cleanUps.get(t)
  if (known) {
    known.unshift(cleanUp)
    return
  }
  const stack = [cleanUp]
  cleanUps.set(t, stack)
  t.after(async () => {
    const faults: unknown[] = []
    for (const next of stack) await Promise.try(next).catch((fault) => faults.push(fault))
    if (faults.length > 0) throw faults[0]
  })
}

/** A folder that is deleted after the test. */
export function temporaryFolder(t: Ending): string {
  const folder = makeFolder()
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * Registers one test for each kind of database, or for that in TEST_DATABASES: `npm test` leaves PostgreSQL to
 * `npm run test:all`. PostgreSQL is skipped where it is absent, but never where CI=true.
 */
export function onBothDatabases(name: string, run: (t: TestContext, kind: DatabaseKind) => Promise<void>): void {
  const only = process.env.TEST_DATABASES
  if (only !== "postgres") test(`${name} (sqlite)`, (t) => run(t, "sqlite"))
  if (only !== "sqlite") onPostgres(`${name} (postgres)`, (t) => run(t, "postgres"))
}

/** Registers a test on SQLite alone, whose statements run on PostgreSQL in other tests. */
export function onSqlite(name: string, run: (t: TestContext, kind: DatabaseKind) => Promise<void>): void {
  test(name, (t) => run(t, usualKind))
}

/** Registers a test of PostgreSQL alone. It is skipped where PostgreSQL is absent, but never where CI=true. */
export function onPostgres(name: string, run: (t: TestContext) => Promise<void>): void {
  test(name, async (t) => {
    if (process.env.CI !== "true" && !(await isTherePostgres())) {
      t.skip("PostgreSQL does not answer on 127.0.0.1:5432")
      return
    }
    await run(t)
  })
}

let answers: Promise<boolean> | undefined

function isTherePostgres(): Promise<boolean> {
  answers ??= postgresAnswers()
  return answers
}

const drops: Promise<void>[] = []

/** Drops a database while the next tests of the file run, since PostgreSQL first writes everything to the disk. */
function drop(name: string): void {
  drops.push(dropDatabase(name))
}

after(() => Promise.all(drops))

/** The address of a new empty database, dropped after the test. On PostgreSQL it can have a language's letters. */
export async function emptyDatabaseUrl(t: TestContext, kind: DatabaseKind, letters?: string): Promise<string> {
  if (kind === "sqlite") return `sqlite:${join(temporaryFolder(t), "test.db")}`
  const name = await createTestDatabase(undefined, letters)
  atEnd(t, () => drop(name))
  return postgresUrlOf(name)
}

/** Opens a database by address; closed after the test. */
export function openDatabase(t: TestContext, url: string): Database {
  const database = connect(url)
  atEnd(t, () => database.close())
  return database
}

/** Opens a database by address. The caller closes it. */
export function connect(url: string): Database {
  return url.startsWith("sqlite:") ? openSqlite(url.slice("sqlite:".length)) : openPostgres(url, { onError: () => {} })
}

/**
 * The address of a database with the newest schema and no rows. On PostgreSQL another test may have used it before, and
 * a third one may use it afterwards.
 */
export async function migratedDatabaseUrl(t: TestContext, kind: DatabaseKind): Promise<string> {
  if (kind === "postgres") return postgresUrlOf(await sparedPostgres(t))
  sqliteTemplate ??= makeSqliteTemplate()
  const path = join(temporaryFolder(t), "test.db")
  copyFileSync(await sqliteTemplate, path)
  return `sqlite:${path}`
}

/** A PostgreSQL database with the newest schema and no rows, which may be copied but not used, and its `schemaOf`. */
export async function newestPostgres(): Promise<{ template: string; schema: string }> {
  postgresTemplate ??= makePostgresTemplate()
  const template = await postgresTemplate
  postgresSchema ??= schemaOf(template)
  return { template, schema: await postgresSchema }
}

async function sparedPostgres(t: TestContext): Promise<string> {
  const { template, schema } = await newestPostgres()
  const name = takeSpare() ?? (await createTestDatabase(template))
  atEnd(t, () => void drops.push(keepOrDrop(name, schema)))
  return name
}

async function keepOrDrop(name: string, schema: string): Promise<void> {
  const isKept = await keepSpare(name, schema).catch(() => false) // false for a role that may not empty it, for example
  if (!isKept) await dropDatabase(name)
}

/** The address of a copy of a database's present state: a restored backup. */
export async function copyDatabase(t: TestContext, url: string): Promise<string> {
  if (url.startsWith("sqlite:")) {
    const path = join(temporaryFolder(t), "copy.db")
    const original = new DatabaseSync(url.slice("sqlite:".length))
    original.prepare("vacuum into ?").run(path)
    original.close()
    return `sqlite:${path}`
  }
  const original = new URL(url).pathname.slice(1)
  await endConnections(original) // the copied database must have no connections; a pool reconnects
  const name = await createTestDatabase(original)
  atEnd(t, () => drop(name))
  return postgresUrlOf(name)
}

// `npm test` makes these once for all files, which copy them; a file that runs alone makes its own.
let postgresTemplate: string | Promise<string> | undefined = process.env.TEST_POSTGRES_TEMPLATE
let postgresSchema: string | Promise<string> | undefined = process.env.TEST_POSTGRES_SCHEMA
let sqliteTemplate: string | Promise<string> | undefined = process.env.TEST_SQLITE_TEMPLATE

if (process.env.TEST_RUN === undefined) after(() => removeRun(testRun))
