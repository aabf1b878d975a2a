import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { root, sources, webRoot } from "./source-graph.ts"

/** What no text for people has, and what stands there instead. */
const rules = [
  { never: /Left empty|left empty/, instead: "a placeholder that says what empty means: Unlimited, No expiry, Random" },
  { never: /\b(?:label|title|placeholder|description)="[^"]*\b[Ss]lug\b/, instead: "Workspace URL, or short link" },
  { never: /\b(?:label|title|placeholder): "[^"]*\b[Ss]lug\b/, instead: "Workspace URL, or short link" },
  { never: /\b(?:label|title|description|hint|below)="[^"]*`/, instead: "the field's label, without backticks" },
  { never: /\b(?:label|title|below|submit)[=:] ?"[^"]*\bprocessor\b/, instead: "payment provider, or Stripe" },
]

test("texts for people say what empty means, and use labels instead of names of the code", () => {
  const paths = [root, webRoot].flatMap((folder) => sources(folder).map((name) => join(folder, name)))
  const found = paths.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line, at) =>
        rules.flatMap(({ never, instead }) => (never.test(line) ? [`${path}:${at + 1}: write ${instead}`] : [])),
      ),
  )
  assert.deepEqual(found, [])
})
