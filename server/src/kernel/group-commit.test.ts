import assert from "node:assert/strict"
import { test } from "node:test"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { groupCommit } from "./group-commit.ts"

/** Commits that end when the test ends them. `groups` has the items of each. */
function slowCommit() {
  const groups: (readonly number[])[] = []
  const ends: { done(): void; fail(fault: Error): void }[] = []
  const write = groupCommit<number, number>(async (take) => {
    await turn() // the transaction begins
    const items = take()
    assert.deepEqual(take(), items, "a transaction that runs again has the same items")
    groups.push(items)
    return new Promise<number[]>((resolve, reject) => {
      ends.push({ done: () => resolve(items.map((item) => item * 10)), fail: reject })
    })
  })
  return { groups, ends, write }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const turns = () => turn().then(turn)

test("a transaction that cannot begin fails for every waiting item", async () => {
  const write = groupCommit<number, number>(async () => {
    await turn()
    throw new Error("the database is away")
  })
  for (const result of [write(1), write(2)]) await assert.rejects(result, /the database is away/)
})

test("items that arrive together are one group, in order, and each gets its own result", async () => {
  const { groups, ends, write } = slowCommit()
  const results = Promise.all([write(1), write(2), write(3)])
  await turns()
  assert.deepEqual(groups, [[1, 2, 3]])
  ends[0]?.done()
  assert.deepEqual(await results, [10, 20, 30])
})

test("items that arrive during a commit wait for it and form the next group", async () => {
  const { groups, ends, write } = slowCommit()
  const first = write(1)
  await turns()
  const later = Promise.all([write(2), write(3)])
  await turns()
  assert.deepEqual(groups, [[1]])
  ends[0]?.done()
  assert.equal(await first, 10)
  await turns()
  assert.deepEqual(groups, [[1], [2, 3]])
  ends[1]?.done()
  assert.deepEqual(await later, [20, 30])
})

test("no item resolves before its commit has ended", async () => {
  const { ends, write } = slowCommit()
  let isAnswered = false
  const answer = write(1).then(() => {
    isAnswered = true
  })
  await turns()
  await turns()
  assert.equal(isAnswered, false)
  ends[0]?.done()
  await answer
})

test("a failing commit fails for its whole group, and the next group is written", async () => {
  const { groups, ends, write } = slowCommit()
  const failed = [write(1), write(2)]
  await turns()
  const next = write(3)
  ends[0]?.fail(new Error("the disk is full"))
  for (const result of failed) await assert.rejects(result, /the disk is full/)
  await turns()
  ends[1]?.done()
  assert.equal(await next, 30)
  assert.deepEqual(groups, [[1, 2], [3]])
})

test("many items are written in groups of a thousand", async () => {
  const { groups, ends, write } = slowCommit()
  const results = Promise.all(Array.from({ length: 1_001 }, (_, n) => write(n)))
  await turns()
  ends[0]?.done()
  await turns()
  ends[1]?.done()
  assert.equal((await results).length, 1_001)
  assert.deepEqual(valuesOf(groups, "length"), [1_000, 1])
})
