import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { sql } from "kysely"
import { keepSpare } from "./spare-databases.ts"
import { atEnd, newestPostgres, onBothDatabases, onPostgres, openDatabase, temporaryFolder } from "./test-databases.ts"
import {
  createDatabase,
  createTestDatabase,
  databaseNames,
  dropDatabase,
  makeFolder,
  newRunName,
  postgresUrlOf,
  removeOldRuns,
  removeRun,
} from "./test-run.ts"

onBothDatabases(
  "a killed run's databases and folders are removed a day later, and none of a run that may be active",
  async (t, kind) => {
    const now = Date.now()
    const [old, young] = [newRunName(now - 25 * 3_600_000), newRunName(now - 23 * 3_600_000)]
    atEnd(t, () => Promise.all([removeRun(old), removeRun(young)]))
    const make = (run: string) => (kind === "sqlite" ? makeFolder(run) : createDatabase(undefined, run))
    const [oldName, youngName, own] = [await make(old), await make(young), temporaryFolder(t)]
    const isThere = async (name: string) =>
      kind === "sqlite" ? existsSync(name) : (await databaseNames()).includes(name)

    await removeOldRuns(now)

    assert.equal(await isThere(oldName), false)
    assert.equal(await isThere(youngName), true)
    assert.ok(existsSync(own))
    await removeRun(young)
    assert.equal(await isThere(youngName), false)
  },
)

onPostgres("a database that a test has filled is emptied and kept, but not one whose schema it changed", async (t) => {
  const { template, schema } = await newestPostgres()
  const use = async (statement: string) => {
    const name = await createTestDatabase(template)
    const database = openDatabase(t, postgresUrlOf(name))
    await database.transaction((db) => sql.raw(statement).execute(db))
    return name
  }
  const filled = await use("insert into accounts (id, email, name, created_at) values ('a1', 'a@example.com', 'A', 1)")
  const changed = await use("alter table accounts add column badge text")
  atEnd(t, () => dropDatabase(changed))

  assert.equal(await keepSpare(filled, schema), true)
  assert.equal(await keepSpare(changed, schema), false)
})
