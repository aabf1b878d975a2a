import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { configurationDocs } from "./docs.ts"
import { variables } from "./variables.ts"

test("docs/configuration.md matches the table of settings", () => {
  const page = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8")
  assert.equal(page, configurationDocs(variables), "run `npm run docs`")
})
