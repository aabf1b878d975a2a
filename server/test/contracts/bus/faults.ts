import assert from "node:assert/strict"
import { describe, type TestContext, test } from "node:test"
import type { Bus } from "#adapters/bus/port.ts"
import { until } from "#test/support/basics/until.ts"
import type { TcpProxy } from "#test/support/http/tcp-proxy.ts"
import { heardBy } from "./contract.ts"

/** Two processes on one bus, the first one through a proxy. */
export interface ProxiedBus {
  proxy: TcpProxy
  openOne(): Bus
  openOther(): Bus
}

const heartMs = 30_000

interface Pair {
  one: Bus
  other: Bus
  proxy: TcpProxy
  /** How many gaps were reported to each. */
  gaps: { one: number; other: number }
}

/** Prepares a bus for a test; returns undefined when it has skipped the test. */
type Prepare = (t: TestContext) => Promise<ProxiedBus | undefined>

/** The behaviour of a bus between processes when its connection fails. */
export function busFaults(prepare: Prepare): void {
  for (const [name, run] of Object.entries(deadLines)) {
    test(name, async (t) => {
      t.mock.timers.enable({ apis: ["setInterval"] })
      const pair = await openPair(t, prepare)
      if (!pair) return
      await run(pair, () => t.mock.timers.tick(heartMs))
      await assertWorks(pair)
    })
  }
  // These mostly wait for a retry of the connection, so they run concurrently.
  describe("a bus whose connection fails", { concurrency: true }, () => {
    for (const [name, run] of Object.entries(lossesOfOne)) {
      test(name, async (t) => {
        const pair = await openPair(t, prepare)
        if (!pair) return
        await run(pair)
        await assertWorks(pair)
      })
    }
    for (const fate of ["silence", "nonsense", "cut in the middle"] as const) {
      test(`a server that comes back with ${fate} does not count as the bus`, async (t) => {
        const pair = await openPair(t, prepare)
        if (pair) await comeBackAs(fate, pair)
      })
    }
    startsAndEnds(prepare)
  })
}

async function openPair(t: TestContext, prepare: Prepare): Promise<Pair | undefined> {
  const prepared = await prepare(t)
  if (!prepared) return undefined
  const [one, other] = [prepared.openOne(), prepared.openOther()]
  t.after(() => Promise.all([one.close(), other.close()]))
  await until(async () => one.isUp() && other.isUp())
  const gaps = { one: 0, other: 0 }
  one.onGap(() => void gaps.one++)
  other.onGap(() => void gaps.other++)
  return { one, other, proxy: prepared.proxy, gaps }
}

/** Both deliver to each other, and to themselves once. */
async function assertWorks({ one, other }: Pair): Promise<void> {
  await until(async () => one.isUp() && other.isUp())
  const [atOne, atOther] = [heardBy(one, "docs"), heardBy(other, "docs")]
  one.publish("docs", "from one")
  other.publish("docs", "from the other")
  await until(async () => atOne.length === 2 && atOther.length === 2)
}

/** Losses that only the heartbeat detects; `beat` triggers one. */
const deadLines: Record<string, (pair: Pair, beat: () => void) => Promise<void>> = {
  async "a connection that dies without a sign is found by its heart, and replaced"({ one, proxy, gaps }, beat) {
    proxy.fallSilent()
    assert.ok(one.isUp(), "it cannot be known yet")
    beat()
    await until(async () => !one.isUp())
    await until(async () => gaps.one === 1)
  },

  async "a connection that is cut in the middle of an answer is replaced"({ one, proxy }, beat) {
    proxy.cutInTheMiddle()
    beat()
    await until(async () => !one.isUp())
  },
}

const lossesOfOne: Record<string, (pair: Pair) => Promise<void>> = {
  async "a lost connection comes back, and both ends learn that messages may be lost"({ one, other, proxy, gaps }) {
    const [atOne, atOther] = [heardBy(one, "changes"), heardBy(other, "changes")]
    await proxy.refuse()
    await until(async () => !one.isUp())
    one.publish("changes", "workspace:1")
    other.publish("changes", "workspace:2")
    assert.deepEqual(atOne, ["workspace:1"], "this process hears at once, and what others say is lost")
    assert.deepEqual(gaps, { one: 0, other: 0 })

    await proxy.listen()
    await until(async () => gaps.one === 1 && gaps.other === 1)
    assert.ok(!atOther.includes("workspace:1"))
  },

  async "an untaken message makes a dead connection known, and the ends that missed it learn so"({ one, proxy, gaps }) {
    proxy.fallSilent()
    one.publish("changes", "workspace:1")
    await until(async () => gaps.other === 1)
  },
}

async function comeBackAs(fate: TcpProxy["fate"], pair: Pair): Promise<void> {
  const { one, proxy, gaps } = pair
  proxy.fate = fate
  await proxy.refuse()
  await until(async () => !one.isUp())
  await proxy.listen()
  await until(async () => proxy.made > 0)
  assert.ok(!one.isUp())
  assert.equal(gaps.one, 0)
  proxy.fate = "pass"
  await until(async () => gaps.one === 1)
  await assertWorks(pair)
}

function startsAndEnds(prepare: Prepare): void {
  test("a start does not wait for the bus, and connects later", async (t) => {
    const prepared = await prepare(t)
    if (!prepared) return
    await prepared.proxy.refuse()
    const one = prepared.openOne()
    t.after(() => one.close())
    const heard = heardBy(one, "changes")
    one.publish("changes", "workspace:1")
    assert.deepEqual([one.isUp(), heard], [false, ["workspace:1"]])
    await prepared.proxy.listen()
    await until(async () => one.isUp())
  })

  test("closing does not wait for a silent bus", async (t) => {
    const prepared = await prepare(t)
    if (!prepared) return
    const one = prepared.openOne()
    await until(async () => one.isUp())
    prepared.proxy.fallSilent()
    one.publish("changes", "workspace:1")
    const began = performance.now()
    await one.close()
    assert.ok(performance.now() - began < 3_000, "the deadline of an answer")
  })
}
