import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { holdTimers } from "#test/support/basics/held-timers.ts"
import { addLine } from "#test/support/docs/shared-lines.ts"
import { digestStored, openDigestAside } from "./index.ts"

/** A thread that answers with the length of a state, and fails for states with a `seq`. */
const moody = (what: "dies" | "hangs") =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from "node:worker_threads"
      parentPort.on("message", ({ state }) => {
        if (state.seq > 0) { ${what === "dies" ? 'throw new Error("out of memory")' : "for (;;) {}"} }
        parentPort.postMessage({ rows: state.bytes.length })
      })`)}`,
  )

const stored = (seq: number) => ({ state: { seq, bytes: new Uint8Array(7) }, updates: [] })

test("a worker thread gives the same digest as the main thread", async () => {
  const doc = new Y.Doc()
  for (let line = 0; line < 500; line += 1) addLine(doc, `line ${line} `.repeat(20))
  const whole = { state: { seq: 3, bytes: Y.encodeStateAsUpdate(doc) }, updates: [] }
  assert.deepEqual(await openDigestAside()("ada", async () => whole), digestStored(whole))
})

for (const what of ["dies", "hangs"] as const) {
  test(`only the doc whose thread ${what} fails, and the next one is digested`, async (t) => {
    const mostMs = 59_000
    const deadline = holdTimers(t, mostMs)
    const aside = openDigestAside({ thread: moody(what), mostMs })
    const refused = assert.rejects(
      aside("ada", async () => stored(1)),
      /The thread that reads a doc failed/,
    )
    const good = aside("ben", async () => stored(0))
    const after = aside("ada", async () => stored(0))
    assert.equal((await good).rows, 7)
    if (what === "hangs") await deadline.runOut()
    await refused
    assert.equal((await after).rows, 7)
  })
}

test("an account has one doc digested at a time and four waiting, which are not read yet", async () => {
  const aside = openDigestAside({ thread: moody("dies") })
  const gate = Promise.withResolvers<void>()
  let reading = 0
  const read = async () => {
    reading += 1
    await gate.promise
    return stored(0)
  }
  const own = Array.from({ length: 6 }, () => aside("ada", read))
  await assert.rejects(own.at(-1) as Promise<unknown>, { name: "QueueFull" })
  assert.equal((await aside("ben", async () => stored(0))).rows, 7)
  assert.equal(reading, 1)
  gate.resolve()
  await Promise.all(own.slice(0, -1))
})
