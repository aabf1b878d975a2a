import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { openLooks } from "./looks.ts"

const halfMinute = 30_000

/** Looks that end when the test calls `finish`. */
function watched(t: TestContext) {
  t.mock.timers.enable({ apis: ["setInterval"] })
  const begun: boolean[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const looks = openLooks({
    isUrgent: () => false,
    look(isRound) {
      begun.push(isRound)
      const end = Promise.withResolvers<void>()
      ends.push(end)
      return end.promise
    },
  })
  t.after(() => looks.end())
  const finish = async (fault?: Error) => {
    if (fault) ends.pop()?.reject(fault)
    else ends.pop()?.resolve()
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
  }
  return { looks, begun, finish, pass: (ms: number) => t.mock.timers.tick(ms) }
}

test("twenty calls of `now` during a look cause one more look, and looks never overlap", async (t) => {
  const { looks, begun, finish, pass } = watched(t)
  for (let wish = 0; wish < 20; wish += 1) looks.now()
  pass(10 * halfMinute)
  assert.deepEqual(begun, [false])
  await finish()
  assert.deepEqual(begun, [false, false])
  await finish()
  assert.equal(begun.length, 2)
})

test("a full look runs within half a minute, however often `now` is called", async (t) => {
  const { looks, begun, finish, pass } = watched(t)
  for (let second = 0; second < 30; second += 1) {
    pass(1_000)
    looks.now()
    await finish()
  }
  assert.ok(begun.includes(true))
})

test("each fault lengthens the wait, up to half a minute, and a success resets it", async (t) => {
  const { begun, finish, pass } = watched(t)
  const waits: number[] = []
  pass(halfMinute)
  for (let fault = 0; fault < 8; fault += 1) {
    const before = begun.length
    await finish(new Error("The database does not answer."))
    for (waits[fault] = 0; begun.length === before; waits[fault] = (waits[fault] ?? 0) + 1) pass(1_000)
  }
  assert.ok((waits[0] ?? 0) <= 4 && (waits[1] ?? 0) <= 8, String(waits))
  assert.ok((waits[6] ?? 0) >= 12 && Math.max(...waits) <= 30, String(waits))
  await finish()
  const before = begun.length
  pass(halfMinute)
  assert.equal(begun.length, before + 1)
})
