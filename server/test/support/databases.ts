import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, type TestContext, test } from "node:test"
import { Client } from "pg"
import { newId } from "#kernel/ids.ts"
import type { Database } from "#storage/database.ts"
import { migrate } from "#storage/migrate.ts"
import { openPostgres } from "#storage/postgres.ts"
import { openSqlite } from "#storage/sqlite.ts"

export type DatabaseKind = "sqlite" | "postgres"

const postgresUrl = process.env.TEST_POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres"

const cleanUps = new WeakMap<TestContext, (() => unknown)[]>()

/** Cleans up after the test, what was made last first: a database is closed before it is dropped. */
export function atEnd(t: TestContext, cleanUp: () => unknown): void {
  const known = cleanUps.get(t)
  if (known) {
    known.unshift(cleanUp)
    return
  }
  const stack = [cleanUp]
  cleanUps.set(t, stack)
  t.after(async () => {
    for (const next of stack) await next()
  })
}

/** A folder that is gone after the test; in memory where the system has such a place, so that tests do not wait for disks. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "atelier-test-"))
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Registers one test for each kind of database. PostgreSQL is skipped where it is absent, but never where CI=true. */
export function onBothDatabases(name: string, run: (t: TestContext, kind: DatabaseKind) => Promise<void>): void {
  test(`${name} (sqlite)`, (t) => run(t, "sqlite"))
  test(`${name} (postgres)`, async (t) => {
    if (process.env.CI !== "true" && !(await postgresAnswers())) {
      t.skip("PostgreSQL does not answer on 127.0.0.1:5432")
      return
    }
    await run(t, "postgres")
  })
}

/** The address of an empty database of the test's own, dropped after it. */
export async function emptyDatabaseUrl(t: TestContext, kind: DatabaseKind): Promise<string> {
  if (kind === "sqlite") return `sqlite:${join(temporaryFolder(t), "test.db")}`
  const name = newDatabaseName()
  await administer(`create database ${name}`)
  atEnd(t, () => dropDatabase(name))
  return postgresUrlOf(name)
}

/** Opens a database by address; closed after the test. */
export function openDatabase(t: TestContext, url: string): Database {
  const database = connect(url)
  atEnd(t, () => database.close())
  return database
}

/** Opens a database by address; closing it is for the caller. */
export function connect(url: string): Database {
  return url.startsWith("sqlite:") ? openSqlite(url.slice("sqlite:".length)) : openPostgres(url, () => {})
}

let template: string | undefined

/** The address of a database with the newest schema and no rows. */
export async function migratedDatabaseUrl(t: TestContext, kind: DatabaseKind): Promise<string> {
  if (kind === "postgres") {
    postgresTemplate ??= makePostgresTemplate()
    const name = newDatabaseName()
    await administer(`create database ${name} template ${await postgresTemplate}`)
    atEnd(t, () => dropDatabase(name))
    return postgresUrlOf(name)
  }
  template ??= await makeTemplate()
  const path = join(temporaryFolder(t), "test.db")
  copyFileSync(template, path)
  return `sqlite:${path}`
}

let postgresTemplate: Promise<string> | undefined

async function makePostgresTemplate(): Promise<string> {
  const name = newDatabaseName()
  await administer(`create database ${name}`)
  const database = openPostgres(postgresUrlOf(name), () => {})
  await migrate(database)
  await database.close()
  return name
}

after(async () => {
  if (postgresTemplate) await dropDatabase(await postgresTemplate)
})

const newDatabaseName = () => newId("test").toLowerCase()

const dropDatabase = (name: string) => administer(`drop database if exists ${name} with (force)`)

function postgresUrlOf(name: string): string {
  const url = new URL(postgresUrl)
  url.pathname = name
  return url.href
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "atelier-template-"))
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, "template.db")
  const database = openSqlite(path)
  await migrate(database)
  await database.close()
  return path
}

async function administer(statement: string): Promise<void> {
  const client = new Client(postgresUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

let answers: Promise<boolean> | undefined

function postgresAnswers(): Promise<boolean> {
  answers ??= administer("select 1").then(
    () => true,
    () => false,
  )
  return answers
}
