import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { figures } from "#measure/figures.ts"
import { emptyDatabaseUrl, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { startServer } from "#test/support/processes/server-process.ts"
import { metricsDocs } from "../../src/scripts/metrics-docs.ts"

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")
const [alerts, recording, dashboard] = [
  read("deploy/prometheus/alerts.yml"),
  read("deploy/prometheus/recording.yml"),
  read("deploy/grafana/dashboard.json"),
]
const watchPage = read("docs/operations/watch.md")

/** Prometheus makes `up`; the blackbox exporter makes the other one. */
const foreign = ["up", "probe_ssl_earliest_cert_expiry"]

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

/** The expressions of rules: of one line, or of the deeper lines that follow `|-`. */
const expressionsOf = (rules: string) =>
  [...rules.matchAll(/^( +)expr: (?:\|-\n((?:\1 +.*\n)+)|(.*)\n)/gm)].map(([, , many, one]) => many ?? one ?? "")

function panelExpressions(): string[] {
  const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
}

const recordedByRules = [...recording.matchAll(/record: (\S+)/g)].map(([, name = ""]) => name)
const alertNames = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name = ""]) => name)

/** The families of a scrape, with their types: also those without a value yet. */
function familiesOf(scrape: string): Map<string, string> {
  return new Map([...scrape.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => [name, type]))
}

function exists(name: string, families: ReadonlyMap<string, string>): boolean {
  const family = name.replace(/_(bucket|sum|count)$/, "")
  return foreign.includes(name) || families.has(name) || families.get(family) === "histogram"
}

onBothDatabases(
  "every metric of the rules, the dashboard and the pages is in a scrape of a started service, and the reverse (operations 20)",
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

    const used = [...expressionsOf(alerts), ...expressionsOf(recording), ...panelExpressions()].flatMap(metricsIn)
    assert.ok(used.length > 100)
    const unknown = used.filter((name) => !recordedByRules.includes(name) && !exists(name, families))
    assert.deepEqual([...new Set(unknown)], [])

    const own = [...families.keys()].filter((name) => !/^(nodejs|process)_/.test(name))
    assert.deepEqual(own.toSorted(), Object.keys(figures).toSorted(), "docs/metrics.md is made from these")
  },
)

test("docs/metrics.md is what `npm run docs` writes", () => {
  assert.equal(read("docs/metrics.md"), metricsDocs(figures))
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
  const expressions = [...expressionsOf(alerts), ...expressionsOf(recording), ...panelExpressions()]
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
  const cases = read("deploy/prometheus/alerts.test.yml").matchAll(
    /alertname: (\w+)\n.*eval_time.*\n +exp_alerts:( \[\])?\n/g,
  )
  const found = new Set([...cases].map(([, name, none]) => `${name} ${none ? "silent" : "fires"}`))
  assert.deepEqual([...found].toSorted(), alertNames.flatMap((name) => [`${name} fires`, `${name} silent`]).toSorted())
  const { status, stdout, stderr } = promtool("test", "rules", "alerts.test.yml")
  assert.equal(status, 0, `${stdout}${stderr}`)
})
