import assert from "node:assert/strict"
import { test } from "node:test"
import { openRepeatedFaults } from "./repeated-faults.ts"

test("the first line of a fault is written, further ones are counted each second, and a quiet second resets it", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] })
  const reported: [string, number][] = []
  const faults = openRepeatedFaults((name, times) => reported.push([name, times]))
  const admitted = (name: string, times: number) =>
    Array.from({ length: times }, () => faults.admits(name, "error")).filter(Boolean).length

  assert.equal(admitted("database", 1_000), 1)
  assert.equal(admitted("mail", 1), 1)
  assert.deepEqual(reported, [])
  t.mock.timers.tick(1_000)
  assert.deepEqual(reported, [["database", 999]])
  assert.equal(admitted("database", 10), 0)
  t.mock.timers.tick(1_000)
  assert.deepEqual(reported.at(-1), ["database", 10])
  t.mock.timers.tick(1_000)
  assert.equal(admitted("database", 1), 1, "after a quiet second it is logged in full")
  assert.equal(reported.length, 2)
})

test("for any number of faults, at most eighteen lines are written in a second", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] })
  let lines = 0
  const faults = openRepeatedFaults(() => {
    lines += 1
  })
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 5_000; n += 1) if (faults.admits(`fault ${n % 500}`, "error")) lines += 1
    t.mock.timers.tick(1_000)
    assert.ok(lines <= 18, `${lines} lines`)
    lines = 0
  }
})
