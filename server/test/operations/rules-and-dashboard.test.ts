import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { test } from "node:test"
import { figures } from "#measure/figures.ts"
import { metricsDocs } from "../../src/scripts/metrics-docs.ts"
import { alerts, allExpressions, foreign, readInRepository } from "./dashboard-expressions.ts"

const watchPage = readInRepository("docs/operations/watch.md")

const alertNames = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name = ""]) => name)

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

/** Where `.ci/run` puts it, and where the package does. */
const program = ["/usr/local/bin/promtool", "/usr/bin/promtool"].find(existsSync) ?? ""
const promtool = (...given: string[]) =>
  spawnSync(program, given, { cwd: new URL("../../../deploy/prometheus", import.meta.url), encoding: "utf8" })
const isMissing = program === "" && process.env.CI !== "true"

test("each alert has a case in which it fires and one in which it is silent, and promtool confirms them (operations 22)", {
  skip: isMissing && "promtool (in Debian's package prometheus) is not installed",
}, () => {
  const cases = readInRepository("deploy/prometheus/alerts.test.yml").matchAll(
    /alertname: (\w+)\n.*eval_time.*\n +exp_alerts:( \[\])?\n/g,
  )
  const found = new Set([...cases].map(([, name, none]) => `${name} ${none ? "silent" : "fires"}`))
  assert.deepEqual([...found].toSorted(), alertNames.flatMap((name) => [`${name} fires`, `${name} silent`]).toSorted())
  const { status, stdout, stderr } = promtool("test", "rules", "alerts.test.yml")
  assert.equal(status, 0, `${stdout}${stderr}`)
})
