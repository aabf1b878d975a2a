import assert from "node:assert/strict"
import { sql } from "kysely"
import { keepSpare } from "./spare-databases.ts"
import { atEnd, newestPostgres, onPostgres, openDatabase } from "./test-databases.ts"
import { createTestDatabase, dropDatabase, postgresUrlOf } from "./test-run.ts"

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
