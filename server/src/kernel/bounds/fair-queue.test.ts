import assert from "node:assert/strict"
import { test } from "node:test"
import { openFairQueue, QueueFull } from "./fair-queue.ts"

test("an owner with much work waits for itself, and another owner's work starts at once", async () => {
  const queue = openFairQueue({ atOnce: 2, waiting: 5, waitingOfOne: 3 })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.push(() => resolve(name)))
  }
  const all = [queue("a", work("a1")), queue("a", work("a2")), queue("a", work("a3")), queue("a", work("a4"))]
  await assert.rejects(queue("a", work("a5")), QueueFull)
  all.push(queue("b", work("b1")), queue("c", work("c1")))
  assert.deepEqual(begun, ["a1", "b1"])
  all.push(queue("d", work("d1")))
  await assert.rejects(queue("e", work("e1")), QueueFull, "as much waits as may")
  for (let at = 0; at < 7; at += 1) {
    ends[at]?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.deepEqual(begun, ["a1", "b1", "c1", "d1", "a2", "a3", "a4"])
  assert.deepEqual(await Promise.all(all), ["a1", "a2", "a3", "a4", "b1", "c1", "d1"])
})

test("an owner with much waiting work gets one run, and then each other owner gets one first", async () => {
  const queue = openFairQueue({ atOnce: 1, waiting: 9, waitingOfOne: 3 })
  const begun: string[] = []
  const work = (owner: string) => queue(owner, async () => void begun.push(owner))
  await Promise.all(["a", "a", "a", "b", "b", "c"].map(work))
  assert.deepEqual(begun, ["a", "b", "c", "a", "b", "a"])
})

test("failing work makes room, and rejects its owner's promise", async () => {
  const queue = openFairQueue({ atOnce: 1, waiting: 2, waitingOfOne: 2 })
  const failed = queue("a", () => Promise.reject(new Error("broken")))
  const after = queue("b", async () => "done")
  await assert.rejects(failed, /broken/)
  assert.equal(await after, "done")
})
