import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { fileURLToPath } from "node:url"
import { runConformance } from "#test/support/agents/conformance.ts"

const driver = fileURLToPath(new URL("./conformance-driver.ts", import.meta.url))
const baseline = fileURLToPath(new URL("./conformance-baseline.yml", import.meta.url))
const excused = linesOf(readFileSync(baseline, "utf8"))

test("35, 41: the official conformance suite passes, except for features that are not offered here", async (t) => {
  const { output: listed } = await runConformance(t, ["list"])
  const [, ofClients = ""] = listed.split(/^Client scenarios.*$/m)
  const names = linesOf(ofClients.split("Authorization server scenarios")[0] ?? "")
  const command = `${process.execPath} ${driver}`
  const flags = ["--command", command, "--expected-failures", baseline, "--timeout", "300000"]

  const { code, output } = await runConformance(t, ["client", "--suite", "all", ...flags])

  assert.equal(code, 0, output)
  const passed = [...output.matchAll(/^✓ (\S+): /gm)].map(([, name]) => name)
  assert.deepEqual(passed.sort(), names.filter((name) => !excused.includes(name)).sort(), output)
  assert.equal(passed.filter((name) => name?.startsWith("auth/")).length, 27)
})

test("the baseline excludes no test of a person's sign-in", () => {
  assert.equal(excused.length, 8)
  for (const name of excused)
    assert.doesNotMatch(name, /initialize|tools_call|metadata|scope|iss|cimd|registration|token-/)
})

/** The names in a list of scenarios, a line each. */
function linesOf(list: string): string[] {
  return [...list.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name ?? "")
}
