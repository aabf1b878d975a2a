import assert from "node:assert/strict"
import { globSync } from "node:fs"
import { basename, join } from "node:path"
import { test } from "node:test"
import { guides } from "#surfaces/pages/developers/guides.ts"

const root = join(import.meta.dirname, "../../..")

test("the table lists exactly the guides that exist", () => {
  const files = globSync("docs/developers/*.md", { cwd: root }).map((file) => basename(file, ".md"))
  assert.deepEqual(files.sort(), guides.map(({ name }) => name).sort())
})
