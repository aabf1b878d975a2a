import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { Counters } from "#adapters/counters/port.ts"
import { newId } from "#kernel/ids.ts"

/** The contract of every counter adapter. `open` returns undefined when it has skipped the test. */
export function counterContract(open: (t: TestContext) => Promise<Counters | undefined>): void {
  const check = (name: string, run: (counters: Counters, key: string) => Promise<void>) =>
    test(name, async (t) => {
      const counters = await open(t)
      if (!counters) return
      t.after(() => counters.close())
      await run(counters, newId("test"))
    })

  check("hits are counted from one, within one window", async (counters, key) => {
    const first = await counters.hit(key, 60_000)
    const second = await counters.hit(key, 60_000)

    assert.deepEqual([first.hits, second.hits], [1, 2])
    assert.ok(first.resetMs > 59_000 && first.resetMs <= 60_000)
    assert.ok(second.resetMs <= first.resetMs, "a hit does not prolong the window")
  })

  check("keys are counted apart", async (counters, key) => {
    await counters.hit(key, 60_000)
    assert.equal((await counters.hit(`${key}-other`, 60_000)).hits, 1)
  })

  check("peeking reads and does not count", async (counters, key) => {
    assert.equal(await counters.peek(key), undefined)
    await counters.hit(key, 60_000)
    await counters.peek(key)
    const peeked = await counters.peek(key)

    assert.equal(peeked?.hits, 1)
    assert.ok(peeked.resetMs > 59_000 && peeked.resetMs <= 60_000)
  })

  check("a hundred hits at once are a hundred hits", async (counters, key) => {
    const counts = await Promise.all(Array.from({ length: 100 }, () => counters.hit(key, 60_000)))
    assert.deepEqual(
      counts.map(({ hits }) => hits).sort((one, other) => one - other),
      Array.from({ length: 100 }, (_, index) => index + 1),
    )
  })

  check("a window ends, and the next begins at one", async (counters, key) => {
    await counters.hit(key, 1_000)
    while (await counters.peek(key)) await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal((await counters.hit(key, 1_000)).hits, 1)
  })
}
