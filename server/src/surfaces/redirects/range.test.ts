import assert from "node:assert/strict"
import { test } from "node:test"
import { readRange } from "./range.ts"

test("reads the three forms of a single range", () => {
  assert.deepEqual(readRange("bytes=0-4", 10), { start: 0, end: 4 })
  assert.deepEqual(readRange("bytes=4-", 10), { start: 4, end: 9 })
  assert.deepEqual(readRange("bytes=-3", 10), { start: 7, end: 9 })
})

test("cuts a range at the file's end", () => {
  assert.deepEqual(readRange("bytes=8-99", 10), { start: 8, end: 9 })
  assert.deepEqual(readRange("bytes=-99", 10), { start: 0, end: 9 })
})

test("reports a range of which no byte exists", () => {
  for (const header of ["bytes=10-", "bytes=10-20", "bytes=-0"])
    assert.equal(readRange(header, 10), "unsatisfiable", header)
  assert.equal(readRange("bytes=-1", 0), "unsatisfiable")
  assert.equal(readRange("bytes=0-", 0), "unsatisfiable")
})

test("ignores a malformed range, another unit, and several ranges", () => {
  for (const text of [undefined, "", "bytes=-", "bytes=5-4", "items=0-1", "bytes=0-1,3-4", "bytes=a-b", "bytes=0x1-"]) {
    assert.equal(readRange(text, 10), undefined, String(text))
  }
})
