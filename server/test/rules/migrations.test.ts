import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { migrations } from "#storage/migrations.ts"

const storage = join(import.meta.dirname, "../../src/storage")

/** An `update` as SQL, or as Kysely's call. */
const update = /\bupdateTable\(|\bupdate\s+"?\w+"?\s+set\b/i

test("no migration updates rows, since a sweeper fills a new column without a long lock", () => {
  assert.match("update offers set badge = 'new'", update)
  assert.match(`db.updateTable("offers")`, update)
  const files = globSync(["migrations.ts", "migrations/*.ts"], { cwd: storage })
  const updating = files.filter((file) => update.test(readFileSync(join(storage, file), "utf8")))
  assert.deepEqual([files.includes("migrations.ts"), updating], [true, []])
})

test("migrations are numbered in the order in which they run", () => {
  const numbers = Object.keys(migrations).map((name) => /^(\d{4})-/.exec(name)?.[1])
  assert.deepEqual(numbers, [...new Set(numbers)].toSorted())
})
