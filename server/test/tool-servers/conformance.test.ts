import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { fileURLToPath } from "node:url"
import { runConformance } from "#test/support/agents/conformance.ts"

const driver = fileURLToPath(new URL("./conformance-driver.ts", import.meta.url))
const baseline = readFileSync(new URL("./conformance-baseline.yml", import.meta.url), "utf8")
const excused = [...baseline.matchAll(/^ {2}- (\S+)$/gm)].map(([, name]) => name ?? "")

test("35, 41: the official conformance suite passes, except for features that are not offered here", async (t) => {
  const { output: listed } = await runConformance(t, ["list"])
  const [, ofClients = ""] = listed.split(/^Client scenarios.*$/m)
  const all = [...(ofClients.split("Authorization server scenarios")[0] ?? "").matchAll(/^ {2}- (\S+)/gm)]
  const names = all.map(([, name]) => name ?? "").filter((name) => !excused.includes(name))
  assert.equal(all.length - names.length, excused.length, "the baseline names what there is")
  assert.equal(names.filter((name) => name.startsWith("auth/")).length, 27)
  const failed: string[] = []
  const work = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const flags = ["--command", `${process.execPath} ${driver}`, "--scenario", name, "--timeout", "300000"]
      const { code, output } = await runConformance(t, ["client", ...flags])
      if (code !== 0) failed.push(`${name}: ${output}`)
    }
  }
  await Promise.all([work(), work(), work()])
  assert.deepEqual(failed, [])
})

test("the baseline excludes no test of a person's sign-in", () => {
  assert.equal(excused.length, 8)
  for (const name of excused)
    assert.doesNotMatch(name, /initialize|tools_call|metadata|scope|iss|cimd|registration|token-/)
})
