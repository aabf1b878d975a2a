import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { test } from "node:test"
import fc from "fast-check"
import { handbook } from "#test/support/basics/handbook.ts"
import { capacityOf, capacityTable, demandsOf, endsFirst } from "../../src/scripts/capacity-docs.ts"

const root = join(import.meta.dirname, "../../..")
const page = readFileSync(join(root, "docs/operations/what-ends-first.md"), "utf8")

const figure = (max: number) => fc.double({ min: 0.1, max, noNaN: true })
const demand = fc.record({
  people: fc.integer({ min: 1, max: 10_000_000 }),
  ...{ inUse: figure(100), clicks: figure(1_000), typing: figure(100) },
  ...{ changes: figure(60), sales: figure(10_000), downloads: figure(100) },
})

const parts = ["people", "inUse", "clicks", "typing", "changes", "sales", "downloads"] as const

test("more people, or more work for each, never need a smaller machine", () => {
  fc.assert(
    fc.property(demand, fc.constantFrom(...parts), figure(100), (less, part, times) => {
      const more = { ...less, [part]: less[part] * (1 + times) }
      const [before, after] = [capacityOf(less), capacityOf(more)]
      for (const name of Object.keys(before) as (keyof typeof before)[]) assert.ok(after[name] >= before[name], name)
      assert.ok(endsFirst(more).people <= endsFirst(less).people, "the people for whom one server is enough")
    }),
  )
})

test("the handbook has the table for a hundred, ten thousand and a million people", () => {
  assert.ok(page.includes(capacityTable(demandsOf([]))), capacityTable(demandsOf([])))
})

test("the command of the handbook prints the table of another demand", () => {
  const command = handbook("npm run bench -- capacity people=5000 inUse=10")
  const args = command.replace("npm run bench -- ", "").split(" ")
  const printed = execFileSync(process.execPath, [join(root, "bench/run.ts"), ...args], { encoding: "utf8" })
  assert.ok(printed.includes(capacityTable(demandsOf(["people=5000", "inUse=10"]))), printed)
  assert.match(printed, /^\| People \| 5,000 \|$/m)
})

test("a part that is unknown, or is no number, is refused with the names of all parts", () => {
  for (const arg of ["persons=5", "people=", "people=many", "inUse=-1"]) {
    assert.throws(() => demandsOf([arg]), /Write a number after people=, inUse=, clicks=/)
  }
})
