import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { configurationDocs } from "./docs.ts"
import { variables } from "./variables.ts"

test("docs/configuration.md says what the table of settings says", () => {
  const page = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8")
  assert.equal(page, configurationDocs(variables), "run `npm run docs`")
})
