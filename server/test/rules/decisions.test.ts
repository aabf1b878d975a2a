import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"

const folder = new URL("../../../docs/decisions/", import.meta.url)
const files = readdirSync(folder).sort()

test("decisions are numbered from 001 without gaps", () => {
  assert.ok(files.length > 0)
  const numbers = files.map((_, index) => String(index + 1).padStart(3, "0"))
  assert.deepEqual(
    files.map((file) => /^(\d{3})-[a-z0-9-]+\.md$/.exec(file)?.[1] ?? file),
    numbers,
  )
})

test("the heading of a decision has the number of its file", () => {
  const headings = files.map((file) => readFileSync(new URL(file, folder), "utf8").split("\n", 1)[0] ?? "")
  assert.deepEqual(
    headings.map((heading) => /^# (\d{3}) · \S/.exec(heading)?.[1] ?? heading),
    files.map((file) => file.slice(0, 3)),
  )
})
