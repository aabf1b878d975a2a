import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { type TestContext, test } from "node:test"
import { fileURLToPath } from "node:url"
import { listeningWorld } from "#test/support/agents/agent.ts"
import { runConformance } from "#test/support/agents/conformance.ts"

const baseline = fileURLToPath(new URL("./conformance-baseline.yml", import.meta.url))

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

test("the baseline excludes no required feature", () => {
  const excused = [...readFileSync(baseline, "utf8").matchAll(/^ {2}- (\S+)$/gm)].map(([, line]) => line ?? "")
  assert.equal(excused.length, 22)
  for (const line of excused) {
    const [scenario, check] = line.split(":")
    assert.equal(check, scenario, "a check by its name, so that the schema's check is not excused with it")
    assert.doesNotMatch(line, /initialize|lifecycle|ping|tools-list|resources-list|wire-schema|rebinding/)
  }
})

function runSuite(t: TestContext, base: string, flags: string[]) {
  return runConformance(t, ["server", "--url", `${base}/mcp`, "--spec-version", "2025-06-18", ...flags])
}
