import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { fileURLToPath } from "node:url"
import { runConformance } from "#test/support/agents/conformance.ts"

const driver = fileURLToPath(new URL("./conformance-driver.ts", import.meta.url))
const baseline = fileURLToPath(new URL("./conformance-baseline.yml", import.meta.url))
const excused = linesOf(readFileSync(baseline, "utf8"))

/** What each revision's client is tested for, each at that revision, and how many scenarios are a person's sign-in. */
const revisions: [name: string, flags: string[], signIns: number][] = [
  ["2026-07-28", ["--spec-version", "2026-07-28"], 25],
  ["2025-11-25", ["--spec-version", "2025-11-25"], 14],
  ["2025-06-18", ["--spec-version", "2025-06-18"], 3],
  ["2025-03-26", ["--spec-version", "2025-03-26"], 2],
]

for (const [name, flags, signIns] of revisions) {
  test(`the official conformance suite of ${name} passes, except for features that are not offered here`, async (t) => {
    const { output: listed } = await runConformance(t, ["list", "--client", ...flags])
    const wanted = linesOf(listed).filter((scenario) => !excused.includes(scenario))
    const run = ["--command", `${process.execPath} ${driver}`, "--expected-failures", baseline, "--timeout", "300000"]

    const { code, output } = await runConformance(t, ["client", "--suite", "all", ...flags, ...run])

    assert.equal(code, 0, output)
    const passed = [...output.matchAll(/^✓ (\S+): /gm)].map(([, scenario]) => scenario)
    assert.deepEqual(passed.sort(), wanted.sort(), output)
    assert.equal(passed.filter((scenario) => scenario?.startsWith("auth/")).length, signIns)
  })
}

test("the baseline names each scenario of an extension, and excludes no test of a person's sign-in", async (t) => {
  const { output } = await runConformance(t, ["list", "--client"])
  const extensions = [...output.matchAll(/^ {2}- (\S+) \[extension\]$/gm)].map(([, name]) => name)
  assert.deepEqual(excused.slice(2).sort(), extensions.sort())
  for (const name of excused)
    assert.doesNotMatch(name, /initialize|tools_call|metadata|scope|iss|cimd|registration|token-/)
})

/** The names in a list of scenarios, a line each. */
function linesOf(list: string): string[] {
  return [...list.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name ?? "")
}
