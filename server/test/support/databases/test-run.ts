/**
 * The state of one run of the tests: the databases that all others are copied from, and the names by which everything
 * that a run made is found and removed. `npm test` is one run (see global-setup.ts); a file that runs alone is another.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Client } from "pg"
import { randomText } from "#kernel/ids.ts"
import { dayMs } from "#kernel/time/units.ts"
import { migrate } from "#storage/migrate.ts"
import { openPostgres } from "#storage/postgres/index.ts"
import { openSqlite } from "#storage/sqlite.ts"

const postgresUrl = process.env.TEST_POSTGRES_URL ?? "postgres://postgres@127.0.0.1:5432/postgres"

/** In memory where the system supports that, so that tests do not wait for disks. */
const temporary = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

/**
 * The prefix of all databases and folders of this run, such as `test_1795309200000_k3x9q2ab`. It contains the start of
 * the run, in milliseconds; not from `Date.now`, which tests replace.
 */
export const testRun = process.env.TEST_RUN ?? newRunName(performance.timeOrigin)

/** Makes the name of a run from its start in milliseconds. */
export function newRunName(began: number): string {
  return `test_${Math.floor(began)}_${randomLetters(8)}`
}

/** Has a file for each spare database of this run; see spare-databases.ts. */
export const spareFolder = join(temporary, `${testRun}-spare`)

/** The compile cache of the tests' processes. */
export const compileCache = fileURLToPath(new URL("../../../../node_modules/.cache/tests", import.meta.url))

const quickImports = new URL("../../../quick-imports.js", import.meta.url).href

/**
 * The options of a test's child process: with the compile cache, and without Node's options for tests, which would set
 * up a whole run in it.
 */
export const asChild = {
  env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache },
  execArgv: ["--import", quickImports],
}

/** Whether a test file measures memory, replaces the timers of all tests, or stops its own process's output. */
export const needsOwnProcess = (text: string): boolean => /memoryUsage|(?<!\bt\.)mock\.timers|log-output/.test(text)

const nameOfARun = /^test_(\d{13})_[a-z0-9]{8}/

/** Makes an empty folder of a run, which is this one if none is named. */
export const makeFolder = (run = testRun): string => mkdtempSync(join(temporary, `${run}-`))

/** The letters of a new database, as ICU names their language; undefined for those of the server. */
type Letters = string | undefined

/**
 * Makes a PostgreSQL database of a run, and returns its name: a copy of `template`, or an empty one. An empty one has
 * the letters of TEST_POSTGRES_LETTERS, if none are given: an ICU locale, or `C`.
 */
export async function createDatabase(
  template?: string,
  run = testRun,
  letters: Letters = process.env.TEST_POSTGRES_LETTERS,
): Promise<string> {
  const name = `${run}_${randomLetters(16)}`
  const provider = letters === "C" ? "libc locale 'C'" : `icu icu_locale '${letters}'`
  const ofLetters = letters === undefined ? "" : ` template template0 locale_provider ${provider}`
  await administer(`create database ${name}${template === undefined ? ofLetters : ` template ${template}`}`)
  return name
}

/** Makes a database whose commits do not wait for the disk: no test that uses it ends the server. */
export async function createTestDatabase(template?: string, letters?: Letters): Promise<string> {
  const name = await createDatabase(template, testRun, letters)
  await administer(`alter database ${name} set synchronous_commit = off`)
  return name
}

/** Drops a PostgreSQL database, also with open connections. */
export async function dropDatabase(name: string): Promise<void> {
  await administer(`drop database if exists ${name} with (force)`)
}

/** Ends every connection to a PostgreSQL database. */
export async function endConnections(name: string): Promise<void> {
  await administer(endsConnections(name))
}

/** Ends every other connection to a database. */
export const endsConnections = (name: string): string =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`

/** The address of a database. Where `TEST_POSTGRES_POOLER` names a pooler's port, it leads through the pooler. */
export function postgresUrlOf(name: string): string {
  const url = new URL(directUrlOf(name))
  if (process.env.TEST_POSTGRES_POOLER !== undefined) url.port = process.env.TEST_POSTGRES_POOLER
  return url.href
}

export function directUrlOf(name: string): string {
  const url = new URL(postgresUrl)
  url.pathname = name
  return url.href
}

/** Whether the PostgreSQL for tests responds. */
export const postgresAnswers = (): Promise<boolean> =>
  administer("select 1").then(
    () => true,
    () => false,
  )

/** Makes a PostgreSQL database with the newest schema and no rows, and returns its name. */
export async function makePostgresTemplate(): Promise<string> {
  const name = await createTestDatabase()
  const database = openPostgres(directUrlOf(name), { onError: () => {} }) // a pooler's connection would prevent copies
  await migrate(database)
  await database.close()
  return name
}

/** Makes a SQLite database with the newest schema and no rows, and returns its path. */
export async function makeSqliteTemplate(): Promise<string> {
  const path = join(makeFolder(), "template.db")
  const database = openSqlite(path)
  await migrate(database)
  await database.close()
  return path
}

/** Removes the remains of a run, also those of killed processes: folders and PostgreSQL databases. */
export async function removeRun(run: string): Promise<void> {
  for (const folder of readdirSync(temporary).filter((name) => name.startsWith(run))) removeFolder(folder)
  if (!(await postgresAnswers())) return
  for (const name of await databaseNames()) if (name.startsWith(run)) await dropDatabase(name)
}

/** Removes the remains of runs that began more than a day ago and did not end normally. */
export async function removeOldRuns(now: number): Promise<void> {
  const names = [...readdirSync(temporary), ...((await postgresAnswers()) ? await databaseNames() : [])]
  const runs = new Set(names.map((name) => nameOfARun.exec(name)).filter((match) => match !== null))
  const old = [...runs].filter(([, began]) => Number(began) < now - dayMs).map(([run]) => run)
  for (const run of new Set(old)) await removeRun(run)
}

const removeFolder = (name: string) => rmSync(join(temporary, name), { recursive: true, force: true })

export async function databaseNames(): Promise<string[]> {
  const rows = await administer("select datname from pg_database")
  return rows.map(({ datname }) => datname as string)
}

async function administer(statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client(postgresUrl)
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}

function randomLetters(length: number): string {
  return randomText("abcdefghijklmnopqrstuvwxyz0123456789", length)
}
