import assert from "node:assert/strict"
import { test } from "node:test"
import { conflict } from "#kernel/error.ts"
import { hubOf } from "./hub-of.ts"

const tooMany = () => conflict("Too many.")

test("a hub that is being loaded while the process stops is closed, and admits no stream", async () => {
  const loaded = Promise.withResolvers<void>()
  let closed = 0
  const hub = hubOf(async () => {
    await loaded.promise
    return { count: () => 0, close: () => (closed += 1) }
  }, tooMany)
  const opening = assert.rejects(hub.open(1), { status: 503 })
  const closing = hub.close()
  loaded.resolve()
  await Promise.all([opening, closing])
  assert.equal(closed, 1)
  assert.equal(await hub.load(), undefined)
})

test("a hub is loaded once, and admits streams up to its limit", async () => {
  let made = 0
  const hub = hubOf(async () => {
    made += 1
    return { count: () => 2, close: () => {} }
  }, tooMany)
  assert.deepEqual([hub.isOpen(), hub.count()], [false, 0])
  await Promise.all([hub.load(), hub.open(3)])
  assert.deepEqual([hub.isOpen(), hub.count(), made], [true, 2, 1])
  await assert.rejects(hub.open(2), { message: "Too many." })
})
