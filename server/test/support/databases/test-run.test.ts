import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { atEnd, onBothDatabases, temporaryFolder } from "./test-databases.ts"
import { createDatabase, databaseNames, makeFolder, newRunName, removeOldRuns, removeRun } from "./test-run.ts"

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
