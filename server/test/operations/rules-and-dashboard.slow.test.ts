import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { test } from "node:test"
import { figures } from "#measure/figures.ts"
import { emptyDatabaseUrl, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { startServer } from "#test/support/processes/server-process.ts"
import { alertNames, allExpressions, foreign, readInRepository, recording } from "./dashboard-expressions.ts"

/** The metrics in an expression of PromQL. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}/g, "")
    .replaceAll(/\[\w+\]/g, "")
    .replaceAll(/\b(by|without|on) \([^)]*\)/g, "")
  const names = [...bare.matchAll(/(?<![\w.:])[a-z_][a-z0-9_:]*\b(?! ?\()/g)].map(([name]) => name)
  return names.filter((name) => !["and", "or", "unless", "max", "min", "sum", "count", "topk"].includes(name))
}

const recordedByRules = [...recording.matchAll(/record: (\S+)/g)].map(([, name = ""]) => name)

/** The families of a scrape, with their types: also those without a value yet. */
function familiesOf(scrape: string): Map<string, string> {
  return new Map([...scrape.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => [name, type]))
}

function exists(name: string, families: ReadonlyMap<string, string>): boolean {
  const family = name.replace(/_(bucket|sum|count)$/, "")
  return foreign.includes(name) || families.has(name) || families.get(family) === "histogram"
}

onBothDatabases(
  "a scrape of a started service has exactly the documented metrics, and each one of the rules and the dashboard",
  async (t, kind) => {
    const database = { SVC_DATABASE_URL: await emptyDatabaseUrl(t, kind) }
    const server = await startServer(t, { ...database, SVC_METRICS_PORT: "0" })
    const metricsAt = server.output().match(/"address":"(http:[^"]+)"/)?.[1] ?? ""
    for (const path of ["/s/nothing", "/api/pay/demo", "/console/whoami", "/mcp"]) await fetch(`${server.url}${path}`)
    const scrape = await (await fetch(metricsAt)).text()
    const families = familiesOf(scrape)

    for (const area of ["redirects", "pay", "tools"])
      assert.match(
        scrape,
        new RegExp(`^http_request_duration_seconds_count\\{area="${area}",outcome="good"\\} \\d`, "m"),
      )
    assert.match(scrape, /^db_statement_seconds_count\{kind="select"\} [1-9]/m)
    assert.equal(/^db_connections\{state="free"\}/m.test(scrape), kind === "postgres")
    assert.match(scrape, /^jobs_oldest_seconds\{lane="money"\} \d/m)
    assert.match(scrape, /^money_unclear 0$/m)
    assert.match(scrape, /^build_info\{version="\d[^"]+",node="v\d[^"]+"\} 1$/m)

    const used = allExpressions().flatMap(metricsIn)
    assert.ok(used.length > 100)
    const unknown = used.filter((name) => !recordedByRules.includes(name) && !exists(name, families))
    assert.deepEqual([...new Set(unknown)], [])

    const own = [...families.keys()].filter((name) => !/^(nodejs|process)_/.test(name))
    assert.deepEqual(own.toSorted(), Object.keys(figures).toSorted(), "docs/metrics.md is made from these")
  },
)

/** Where `.ci/run` puts it, and where the package does. */
const program = ["/usr/local/bin/promtool", "/usr/bin/promtool"].find(existsSync) ?? ""
const promtool = (...given: string[]) =>
  spawnSync(program, given, { cwd: new URL("../../../deploy/prometheus", import.meta.url), encoding: "utf8" })
const isMissing = program === "" && process.env.CI !== "true"

test("promtool confirms for each alert a case in which it fires and one in which it is silent", {
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
