import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import { filesOf, isTest, repository, roots } from "./count-sources.ts"

/** Tables are read from top to bottom and may be longer. */
const tables = [
  "server/src/config/variables.ts",
  "server/src/kernel/error.ts",
  "server/src/surfaces/mcp/tools.ts",
  "server/src/surfaces/rest/endpoints.ts",
  "server/src/contract/console/workspace-routes.ts",
  "bench/cases.ts",
  "server/src/storage/baseline/",
]

const isTable = (file: string) => tables.some((table) => file.startsWith(table))

/** A program prints it. */
const printed = "client/src/types.ts"

const files = roots.flatMap(filesOf).filter((file) => !isTest(file) && file !== printed)

const lineCounts = files.map((file) => ({
  file,
  lines: readFileSync(join(repository, file), "utf8").trimEnd().split("\n").length,
}))

test("no file is longer than 200 lines, a table no longer than 400", () => {
  const wrong = lineCounts.filter(({ file, lines }) => lines > (isTable(file) ? 400 : 200))
  assert.deepEqual(wrong, [])
})

test("the median file fits on a screen", () => {
  const sorted = lineCounts.map(({ lines }) => lines).sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  assert.ok(median <= 60, `the median file has ${median} lines`)
})

test("no line of markup is longer than 160 characters", () => {
  const texts = files
    .filter((file) => file.startsWith("server/"))
    .map((file) => ({ file, text: readFileSync(join(repository, file), "utf8") }))
    .filter(({ text }) => text.includes("html`"))
  assert.ok(texts.length > 0)
  const wrong = texts.flatMap(({ file, text }) =>
    text
      .split("\n")
      .flatMap((line, index) => (line.length > 160 && /html`|<\/?[a-z]/.test(line) ? [`${file}:${index + 1}`] : [])),
  )
  assert.deepEqual(wrong, [])
})
