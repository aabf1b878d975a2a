import assert from "node:assert/strict"
import { existsSync, readdirSync, readFileSync } from "node:fs"
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

test("each journey names files that exist: 3 for its rule, 12 for its flow at most", () => {
  const root = new URL("../../../", import.meta.url)
  const [, ...journeys] = readFileSync(new URL("docs/journeys.md", root), "utf8").split("\n## ")
  assert.equal(journeys.length, 3)
  for (const journey of journeys) {
    const files = [...journey.matchAll(/`([\w./-]+\/[\w-]+\.ts)`/g)].map(([, file = ""]) => file)
    const missing = files.filter(
      (file) => !existsSync(new URL(file.startsWith("web/") ? file : `server/src/${file}`, root)),
    )
    assert.deepEqual(missing, [])
    assert.equal(journey.match(/^\d\. /gm)?.length, 3)
    assert.ok(new Set(files).size <= 12, `${new Set(files).size} files`)
    assert.match(journey, /^\| 12 \|/m)
  }
})
