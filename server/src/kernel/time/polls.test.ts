import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { openPolls } from "./polls.ts"

const halfMinute = 30_000

/** Looks that end when the test calls `finish`. */
function watched(t: TestContext) {
  t.mock.timers.enable({ apis: ["setInterval"] })
  const begun: boolean[] = []
  const ends: PromiseWithResolvers<void>[] = []
  const polls = openPolls({
    isUrgent: () => false,
    poll(isRound) {
      begun.push(isRound)
      const end = Promise.withResolvers<void>()
      ends.push(end)
      return end.promise
    },
  })
  t.after(() => polls.end())
  const finish = async (fault?: Error) => {
    if (fault) ends.pop()?.reject(fault)
    else ends.pop()?.resolve()
    for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
  }
  return { polls, begun, finish, pass: (ms: number) => t.mock.timers.tick(ms) }
}

test("twenty calls of `now` during a poll cause one more poll, and polls never overlap", async (t) => {
  const { polls, begun, finish, pass } = watched(t)
  for (let wish = 0; wish < 20; wish += 1) polls.now()
  pass(10 * halfMinute)
  assert.deepEqual(begun, [false])
  await finish()
  assert.deepEqual(begun, [false, false])
  await finish()
  assert.equal(begun.length, 2)
})

test("a full poll runs within half a minute, however often `now` is called", async (t) => {
  const { polls, begun, finish, pass } = watched(t)
  for (let second = 0; second < 30; second += 1) {
    pass(1_000)
    polls.now()
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
