import assert from "node:assert/strict"
import { test } from "node:test"
import { figures } from "#measure/figures.ts"
import { metricsDocs } from "../../src/scripts/metrics-docs.ts"
import { alertNames, allExpressions, foreign, readInRepository } from "./dashboard-expressions.ts"

const watchPage = readInRepository("docs/operations/watch.md")

test("docs/metrics.md is what `npm run docs` writes", () => {
  assert.equal(readInRepository("docs/metrics.md"), metricsDocs(figures))
})

test("the page about watching names only metrics and columns that exist, and every alert with what to do", () => {
  const named = [...watchPage.matchAll(/`([a-z]+(?:_[a-z]+)+)(?:\{[^`]*)?`/g)].map(([, name = ""]) => name)
  assert.ok(named.length > 5)
  const isKnown = (name: string) =>
    foreign.includes(name) || Object.hasOwn(figures, name) || ["dead_at", "last_error", "upstream_error"].includes(name)
  assert.deepEqual(
    named.filter((name) => !isKnown(name)),
    [],
  )
  const rows = [...watchPage.matchAll(/^\| `([A-Z]\w+)`(?:, `([A-Z]\w+)`)* \|/gm)].flatMap(([row]) =>
    [...row.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
  )
  assert.deepEqual(rows.toSorted(), alertNames.toSorted())
})

test("no rule and no panel adds up a value of the database, which every process reports", () => {
  const shared = Object.entries(figures).filter(([, { isShared }]) => isShared)
  assert.ok(shared.length > 5)
  const expressions = allExpressions()
  const added = expressions.filter((text) =>
    shared.some(([name]) => new RegExp(`(sum|avg|count)( by \\(\\w+\\))? ?\\(${name}\\b`).test(text)),
  )
  assert.deepEqual(added, [])
})
