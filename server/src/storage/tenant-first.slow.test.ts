import assert from "node:assert/strict"
import { splitByWorkspace } from "#test/support/databases/split-by-workspace.ts"
import { migratedDatabaseUrl, onPostgres, openDatabase } from "#test/support/databases/test-databases.ts"

onPostgres("PostgreSQL accepts every key when the tables are partitioned by workspace", async (t) => {
  const database = openDatabase(t, await migratedDatabaseUrl(t, "postgres"))
  assert.deepEqual(await database.migration((db) => splitByWorkspace(db)), [])
})
