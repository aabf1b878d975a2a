import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { retentionDocs } from "#engines/jobs/retention.ts"
import { sweepers } from "#engines/jobs/sweepers.ts"
import { readTables } from "#storage/baseline/index.ts"

const root = new URL("../../../", import.meta.url)
const page = readFileSync(new URL("docs/retention.md", root), "utf8")
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim()))

test("docs/retention.md says for every table how long its rows are kept, and lists no other", () => {
  const tables = [...readTables().keys()]
  assert.ok(tables.length > 30)
  assert.deepEqual(rows.map(([, table]) => table?.replaceAll("`", "")).sort(), tables.sort())
  for (const [, table, kept, by] of rows) assert.ok(kept && by, `${table} has no sentence`)
})

test("docs/retention.md lists the existing sweepers", () => {
  const known = new Set(sweepers.map(({ name }) => name))
  const named = rows.flatMap(([, , , by = ""]) => [...by.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ""))
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  )
})

test("docs/retention.md has the rows that are swept, as `npm run docs` writes them", () => {
  assert.equal(retentionDocs(page), page)
})
