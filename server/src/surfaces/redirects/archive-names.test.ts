import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { archiveNames } from "./archive-names.ts"

test("equal names, and names that some systems treat as equal, are numbered", () => {
  assert.deepEqual(archiveNames(["a.txt", "A.TXT", "a.txt", "a (2).txt", "é", "e\u0301"]), [
    "a.txt",
    "A (2).TXT",
    "a (3).txt",
    "a (2) (2).txt",
    "é",
    "e\u0301 (2)",
  ])
})

test("names that are unpacked stay within the bytes of a file system", () => {
  const long = `${"日".repeat(120)}.pdf`
  const names = archiveNames([long, long, `${"x".repeat(251)}.txt`, ".DS_Store", ".DS_Store"])
  for (const name of names) assert.ok(Buffer.byteLength(name) <= 255, name)
  assert.match(String(names[1]), /^日+ \(2\)\.pdf$/)
  assert.deepEqual(names.slice(2), [`${"x".repeat(251)}.txt`, ".DS_Store", ".DS_Store (2)"])
})

test("names contain no path, and are valid on every system", () => {
  assert.deepEqual(
    archiveNames(["../../etc/passwd", "/etc/passwd", "..", ".", "C:\\boot.ini", "nul.txt", "why?.txt", "end. ", ""]),
    ["_._.._etc_passwd", "_etc_passwd", "_", "_ (2)", "C__boot.ini", "_nul.txt", "why_.txt", "end_", "file"],
  )
})

test("for any input, no name has a slash, none leads up a folder, and none occurs twice", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom("..", "a/b", "A", "a", "...", "con"))), (names) => {
      const safe = archiveNames(names)
      assert.equal(safe.length, names.length)
      assert.equal(new Set(safe.map((name) => name.toLowerCase())).size, names.length)
      for (const name of safe) assert.ok(!/[/\\<>:"|?*\p{Cc}]/u.test(name) && !/^\.*$/.test(name), name)
    }),
  )
})
