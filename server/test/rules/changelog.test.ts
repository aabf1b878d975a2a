import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { variables } from "#config/variables.ts"
import { figures } from "#measure/figures.ts"
import { baselineName } from "#storage/baseline/index.ts"
import { migrations } from "#storage/migrations.ts"
import { root } from "./source-graph.ts"

const changelog = readFileSync(join(root, "../../CHANGELOG.md"), "utf8")

/** What an operator must know of a release. A name that an earlier release has is already in the file. */
const names = {
  migrations: Object.keys(migrations).filter((name) => name !== baselineName),
  settings: Object.values(variables).map(({ name }) => name),
  metrics: Object.keys(figures),
}

test("CHANGELOG.md names each migration, setting and metric, in the release that adds it", () => {
  assert.ok(names.settings.length > 50 && names.metrics.length > 5)
  for (const [what, all] of Object.entries(names)) {
    const missing = all.filter((name) => !changelog.includes(`\`${name}\``))
    assert.deepEqual({ what, missing }, { what, missing: [] }, "add a line under Unreleased that says what it is for")
  }
})

test("CHANGELOG.md begins with what is not released yet", () => {
  const [first] = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  assert.equal(first, "Unreleased")
})
