import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { type TestContext, test } from "node:test"
import { listeningWorld } from "#test/support/agents/agent.ts"
import { baselineOf, runConformance } from "#test/support/agents/conformance.ts"
import { newEra } from "#test/support/agents/new-era.ts"

const baseline = baselineOf()

test("the official conformance suite passes, except for features that are not offered here", async (t) => {
  const { base } = await listeningWorld(t)

  const { code, output } = await runSuite(t, base, ["--suite", "active", "--expected-failures", baseline])

  assert.equal(code, 0, output)
  assert.match(output, /Total: 30 passed, 22 failed/)
})

test("the conformance suite cannot bypass the checks of Host and Origin", async (t) => {
  const { base } = await listeningWorld(t)

  const { code, output } = await runSuite(t, base, ["--scenario", "dns-rebinding-protection", "--force"])

  assert.equal(code, 0, output)
  assert.match(output, /Passed: 2\/2, 0 failed, 0 warnings/)
})

test("the baselines exclude no required feature", () => {
  const excused = excusedIn(baseline)
  assert.equal(excused.length, 22)
  for (const [scenario, check] of excused) {
    assert.equal(check, scenario, "a check by its name, so that the schema's check is not excused with it")
    assert.doesNotMatch(scenario, /initialize|lifecycle|ping|tools-list|resources-list|rebinding/)
  }
  const inNewEra = excusedIn(baselineOf(newEra))
  assert.equal(inNewEra.length, 39)
  for (const [scenario, check] of inNewEra) {
    assert.doesNotMatch(scenario, /tools-list|resources-list|sep-2164|rebinding|http-header-validation/)
    assert.ok(check !== undefined && !/wire-schema|request-meta|discover|version|not-found|subscription/.test(check))
  }
})

function excusedIn(file: string): [scenario: string, check?: string][] {
  const lines = [...readFileSync(file, "utf8").matchAll(/^ {2}- (\S+)$/gm)]
  return lines.map(([, line = ""]) => line.split(":") as [string, string?])
}

function runSuite(t: TestContext, base: string, flags: string[]) {
  return runConformance(t, ["server", "--url", `${base}/mcp`, "--spec-version", "2025-06-18", ...flags])
}
