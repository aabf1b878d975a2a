import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
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
  assert.deepEqual(paths.flatMap((path) => faultsIn(path, rules)), []) // biome-ignore format: one thought
})

/** References to documents that are not in the repository. A few words may stand in brackets with a number. */
const pointers = [
  { never: /\((?!(?:decision|default|draft|level|table|target|then) )[a-z]+ \d+(?:, (?:[a-z]+ )?\d+)*\)/, instead: "the sentence without the number in brackets" }, // biome-ignore format: a table
  { never: /\b(?:issue|requirement|study|trap) #?\d+\b/i, instead: "what it says, instead of its number" },
]
/** Three digits at the beginning of a title are an HTTP status. */
const numbered = { never: /["`](?:[a-z]+ )?\d{1,2}(?:, (?:[a-z]+ )?\d{1,2})*: /, instead: "a title without numbers" }

test("nothing refers to a study, an issue or a requirement that is not in the repository", () => {
  const cwd = join(root, "../..")
  const kinds = "{ts,tsx,js,cjs,css,html,md,json,yml,yaml}"
  const places = ["*.{md,json}", ".ci/*", `{bench,client,deploy,docs,server,web}/**/*.${kinds}`]
  const paths = globSync(places, { cwd, exclude: (name: string) => ["node_modules", "dist", ".types"].includes(name) })
  assert.ok(paths.length > 2_000)
  const isTest = (path: string) => /\.(?:test|drill)\.ts$|\/contract[^/]*\.ts$/.test(path)
  const found = paths.flatMap((path) => faultsIn(join(cwd, path), isTest(path) ? [...pointers, numbered] : pointers))
  assert.deepEqual(found, [])
})

function faultsIn(path: string, rules: readonly { never: RegExp; instead: string }[]): string[] {
  const lines = readFileSync(path, "utf8").split("\n")
  return lines.flatMap((line, at) =>
    rules.flatMap(({ never, instead }) => (never.test(line) ? [`${path}:${at + 1}: write ${instead}`] : [])),
  )
}
