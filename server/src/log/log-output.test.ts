import assert from "node:assert/strict"
import { mock, test } from "node:test"
import type { Descriptor } from "./log-descriptor.ts"
import { openLogOutput } from "./log-output.ts"

type Taken = { error?: string; most?: number }

/** An output over a descriptor that returns the given results: takes all, takes some, has no room, is full. */
function outputOver(answers: () => Taken) {
  mock.timers.enable({ apis: ["setTimeout"] })
  let text = ""
  const take = (bytes: Buffer) => {
    const { error, most = bytes.length } = answers()
    if (error !== undefined) return { error: Object.assign(new Error(error), { code: error }), taken: 0 }
    text += bytes.subarray(0, most).toString()
    return { error: null, taken: Math.min(most, bytes.length) }
  }
  const descriptor: Descriptor = {
    take(bytes, done) {
      const { error, taken } = take(bytes)
      done(error, taken)
    },
    takeNow: (bytes) => take(bytes).taken === bytes.length,
  }
  const output = openLogOutput(descriptor, (lines) => `dropped ${lines}\n`)
  return { output, text: () => text, pass: (ms: number) => mock.timers.tick(ms) }
}

const line = (n: number) => `line ${String(n).padStart(6, "0")} ${"x".repeat(80)}\n`

test.afterEach(() => mock.timers.reset())

test("lines are written after half a second, or at the end", () => {
  const { output, text, pass } = outputOver(() => ({}))
  output.write("one\n")
  assert.equal(text(), "")
  pass(500)
  assert.equal(text(), "one\n")
  output.write("two\n")
  output.end()
  assert.equal(text(), "one\ntwo\n")
})

test("a slow reader gets every byte, in order", () => {
  const { output, text, pass } = outputOver(() => ({ most: 1_000 }))
  const lines = Array.from({ length: 2_000 }, (_, n) => line(n))
  for (const text of lines) output.write(text)
  for (let ms = 0; ms < 20_000; ms += 50) pass(50)
  assert.equal(text(), lines.join(""))
  assert.equal(output.dropped(), 0)
})

test("a stalled reader costs a megabyte; later lines are dropped, and counted once it reads again", () => {
  let stands = true
  const { output, text, pass } = outputOver(() => (stands ? { error: "EAGAIN" } : {}))
  for (let n = 0; n < 30_000; n += 1) output.write(line(n))
  pass(500)
  const dropped = output.dropped()
  assert.ok(dropped > 15_000, `${dropped} of 30,000 lines are more than a megabyte holds`)
  assert.equal(text(), "")

  stands = false
  pass(50)
  output.write("after\n")
  pass(500)
  const written = text().split("\n")
  assert.equal(written[1]?.startsWith("line") || written[0]?.startsWith("line"), true)
  assert.deepEqual(
    written.filter((each) => each.startsWith("dropped")),
    [`dropped ${dropped}`],
  )
  assert.equal(written.filter((each) => each.startsWith("line")).length, 30_000 - dropped)
  assert.equal(written.at(-2), "after")
})

test("a full disk drops lines and counts them, and a partial line does not run into the next one", () => {
  const full = { error: "ENOSPC" }
  const answers: Taken[] = [{ most: 9 }, full, full, full]
  const { output, text, pass } = outputOver(() => answers.shift() ?? {})
  output.write("first\n")
  output.write("second\n")
  pass(500)
  for (let ms = 0; ms < 250; ms += 50) pass(50)
  output.write("third\n")
  pass(500)
  assert.equal(output.dropped(), 1, "the first one was taken")
  assert.equal(text(), "first\nsec\ndropped 1\nthird\n")
})

test("a line larger than a block keeps its place", () => {
  const { output, text, pass } = outputOver(() => ({}))
  const large = `${"y".repeat(100_000)}\n`
  for (const each of ["a\n", large, "b\n"]) output.write(each)
  pass(500)
  assert.equal(text(), `a\n${large}b\n`)
})
