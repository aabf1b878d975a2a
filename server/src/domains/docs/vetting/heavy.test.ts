import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { openFairQueue } from "#kernel/bounds/fair-queue.ts"
import { deletionOf, lineEnd, sharedText } from "#test/support/docs/shared-lines.ts"
import { isBearable, isHeavy, newDoc, readUpdate } from "./index.ts"
import { trialLanes } from "./limits.ts"

/** Empty parts of two bytes each, the most that fit into a message. */
function crumbs(clients: number, each: number): Uint8Array {
  const parts = new Array<number>(each * 2).fill(0).map((_, at) => at % 2)
  const count = [128 | (each & 127), 128 | ((each >> 7) & 127), each >> 14]
  return Uint8Array.from([
    clients,
    ...Array.from({ length: clients }, (_, n) => [...count, n + 5, 0, ...parts]).flat(),
    0,
  ])
}

test("an update of very many parts is refused before a trial, and a pasted megabyte is not", () => {
  assert.equal(readUpdate(crumbs(2, 20_000)).structs.length, 40_000)
  for (const [clients, each] of [
    [1, 490_000],
    [8, 60_000],
  ] as const) {
    // biome-ignore format: two numbers are one line
    assert.throws(() => readUpdate(crumbs(clients, each)), { name: "HostileUpdate", isTooBig: true })
  }
  const doc = Object.assign(newDoc(), { clientID: 4_000_000_000 }) // a client id of usual length
  sharedText(doc).applyDelta(Array.from({ length: 65_000 }, () => ({ insert: lineEnd() })))
  const pasted = Y.encodeStateAsUpdate(doc)
  assert.ok(pasted.byteLength > 900_000, String(pasted.byteLength))
  assert.ok(readUpdate(pasted).structs.length >= 65_000)
})

test("ten thousand scattered edits in one update are accepted, and typing needs no trial", async () => {
  const doc = newDoc()
  const text = sharedText(doc)
  text.insert(0, "begun", {})
  const known = newDoc()
  Y.applyUpdate(known, Y.encodeStateAsUpdate(doc))
  const vector = Y.encodeStateVector(doc)
  for (let n = 0; n < 10_000; n += 1) text.insert((n * 7_919) % text.length, "x")
  const update = Y.encodeStateAsUpdate(doc, vector)
  assert.ok(isHeavy(newDoc(), readUpdate(update)))
  assert.equal(await isBearable("ada", () => known, update), true)

  const typed = Y.encodeStateVector(doc)
  text.insert(3, "y")
  assert.equal(isHeavy(doc, readUpdate(Y.encodeStateAsUpdate(doc, typed))), false)
})

test("a large honest deletion needs a trial, and is accepted", async () => {
  const lines = newDoc()
  sharedText(lines).applyDelta(Array.from({ length: 15_000 }, () => ({ insert: lineEnd() })))
  const { known, update } = deletionOf(lines)
  assert.ok(isHeavy(known, readUpdate(update)), "deletions count")
  assert.equal(await isBearable("ada", () => known, update), true)
})

test("the attributes of a deleted element count as deleted", () => {
  const doc = newDoc()
  const attrs = Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`name${n}`, "x"]))
  sharedText(doc).insertEmbed(0, lineEnd(attrs), {})
  const { known, update } = deletionOf(doc)
  assert.ok(isHeavy(known, readUpdate(update)))
})

test("a trial reads the state when it begins, trials of an account run one by one, and too many are refused", async () => {
  const update = Y.encodeStateAsUpdate(newDoc())
  let read = 0
  const state = () => {
    read += 1
    return newDoc()
  }
  const waiting = Array.from({ length: 9 }, () => isBearable("mallory", state, update))
  assert.equal(read, 1, "one runs, eight wait and hold nothing of the doc")
  await assert.rejects(isBearable("mallory", state, update), { name: "QueueFull" })
  const other = isBearable("ada", state, update)
  assert.equal(read, 2, "another account's begins at once")
  assert.equal(await other, true)
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set([true]))
})

for (const [name, lane] of Object.entries(trialLanes)) {
  test(`in the ${name} lane, many trials of one account do not make another account wait`, async () => {
    const queue = openFairQueue(lane)
    const end = Promise.withResolvers<void>()
    const own = Array.from({ length: 1 + lane.waitingOfOne }, () => queue("mallory", () => end.promise))
    await queue("ada", async () => {})
    end.resolve()
    await Promise.all(own)
  })
}
