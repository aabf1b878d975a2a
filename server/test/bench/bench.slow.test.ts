import assert from "node:assert/strict"
import { test } from "node:test"
import { measureCase, missingFor } from "../../../bench/case.ts"
import { benchCases } from "../../../bench/cases.ts"

const isCi = process.env.CI === "true"

for (const [title, one] of Object.entries(benchCases)) {
  test(`a short round of the bench prints each figure of ${title}`, async (t) => {
    const missing = await missingFor(one)
    if (missing !== undefined && !isCi) return t.skip(`${missing} is missing`)
    const rows = await measureCase(one, true)
    assert.equal(rows.length, Object.keys(one).length - 1)
    assert.ok(rows.length > 0)
    for (const { name, value } of rows) assert.ok(Number.isFinite(value), name)
  })
}
