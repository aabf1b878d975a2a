import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { promisedStatuses } from "#surfaces/rest/endpoint.ts"
import { endpoints } from "#surfaces/rest/endpoints.ts"

for (const endpoint of endpoints) {
  test(`every status that ${endpoint.id} promises has a test whose name begins with it`, () => {
    const tests = readFileSync(new URL(`./${endpoint.id}.test.ts`, import.meta.url), "utf8")
    const tested = new Set([...tests.matchAll(/\btest\("(\d{3})\b/g)].map((match) => Number(match[1])))

    assert.deepEqual(
      promisedStatuses(endpoint).filter((status) => !tested.has(status)),
      [],
    )
  })
}
