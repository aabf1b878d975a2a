import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { Bus, Topic } from "#adapters/bus/port.ts"
import { until } from "#test/support/basics/until.ts"

/** Opens one bus, as a process does; undefined when the test was skipped. */
export type OpenBus = (t: TestContext) => Promise<Bus | undefined>

/** Opens a bus that is up; closed after the test. */
export async function openUp(t: TestContext, open: OpenBus): Promise<Bus | undefined> {
  const bus = await open(t)
  if (!bus) return undefined
  t.after(() => bus.close())
  await until(async () => bus.isUp())
  return bus
}

/** Collects the texts of a topic that a bus delivers. */
export function heardBy(bus: Bus, topic: Topic): string[] {
  const heard: string[] = []
  bus.subscribe(topic, (text) => heard.push(text))
  return heard
}

/** The contract of every bus. With `isShared`, two opened ones are one bus. */
export function busContract(open: OpenBus, { isShared }: { isShared: boolean }): void {
  test("listeners of this process and topic are called at once, until they unsubscribe", async (t) => {
    const bus = await openUp(t, open)
    if (!bus) return
    const [docs, access] = [heardBy(bus, "docs"), heardBy(bus, "access")]
    const changes: string[] = []
    const end = bus.subscribe("changes", (text) => changes.push(text))
    bus.publish("changes", "one:1")
    bus.publish("docs", "doc:1")
    end()
    bus.publish("changes", "one:2")
    assert.deepEqual([changes, docs, access], [["one:1"], ["doc:1"], []])
  })

  test("a listener that throws affects neither other listeners nor the publisher", async (t) => {
    const bus = await openUp(t, open)
    if (!bus) return
    bus.subscribe("docs", () => {
      throw new Error("broken")
    })
    const heard = heardBy(bus, "docs")
    bus.publish("docs", "doc:1")
    assert.deepEqual(heard, ["doc:1"])
  })

  test("an overlong message is delivered in this process only, and does not affect later ones", async (t) => {
    const bus = await openUp(t, open)
    if (!bus) return
    const heard = heardBy(bus, "docs")
    for (const text of ["x".repeat(100_000), "nul \0", "", "doc:1"]) bus.publish("docs", text)
    assert.equal(heard.length, 4)
    assert.ok(bus.isUp())
  })

  test("a closed bus delivers nothing", async (t) => {
    const bus = await openUp(t, open)
    if (!bus) return
    const heard = heardBy(bus, "docs")
    await bus.close()
    bus.publish("docs", "doc:1")
    assert.deepEqual(heard, [])
  })

  passingContract(open, { isShared })
  if (isShared) sharedContract(open)
}

/** Additional promises of a bus between processes. */
function sharedContract(open: OpenBus): void {
  test("every other process gets each message unchanged, and no process gets its own twice", async (t) => {
    const buses = [await openUp(t, open), await openUp(t, open), await openUp(t, open)]
    const [one, two, three] = buses
    if (!one || !two || !three) return
    const heard = [one, two, three].map((bus) => heardBy(bus, "access"))
    const texts = ["account_1", "with spaces", "'quotes' \"and\" \\", "müll 会議 👩‍👩‍👧", "a\nb", "x".repeat(200)]
    for (const text of texts) one.publish("access", text)
    two.publish("access", "account_2")
    for (const own of heard) await until(async () => own.length >= texts.length + 1)
    for (const own of heard) assert.deepEqual([...own].sort(), [...texts, "account_2"].sort())
    three.publish("access", "last")
    for (const own of heard) await until(async () => own.includes("last"))
    assert.deepEqual(
      heard.map((own) => own.length),
      [8, 8, 8],
      "no echo came late",
    )
  })

  test("of a hundred numbers of one key, others get the newest and few of the rest", async (t) => {
    const [one, two] = [await openUp(t, open), await openUp(t, open)]
    if (!one || !two) return
    const [own, others] = [heardBy(one, "changes"), heardBy(two, "changes")]
    for (let seq = 1; seq <= 100; seq += 1) {
      one.publish("changes", `workspace_a:${seq}`)
      one.publish("changes", `workspace_b:${seq}`)
    }
    await until(async () => others.includes("workspace_a:100") && others.includes("workspace_b:100"))
    assert.equal(own.length, 200)
    assert.ok(others.length <= 20, `${others.length} messages`)
  })

  test("a flood gives the other processes a gap", async (t) => {
    const [one, two] = [await openUp(t, open), await openUp(t, open)]
    if (!one || !two) return
    let gaps = 0
    two.onGap(() => {
      gaps += 1
    })
    one.publish("changes", "workspace_0:1")
    for (let n = 0; n < 5_000; n += 1) one.publish("changes", `workspace_${n}:1`)
    await until(async () => gaps > 0)
  })
}

/** The contract of transient messages. */
function passingContract(open: OpenBus, { isShared }: { isShared: boolean }): void {
  test("a transient message is not delivered to its own process", async (t) => {
    const bus = await openUp(t, open)
    if (!bus) return
    const heard = heardBy(bus, "presence")
    bus.publish("presence", "doc:1 here")
    assert.deepEqual(heard, [])
  })

  if (!isShared) return
  test("of transient messages others get the newest, and a flood of them causes no gap", async (t) => {
    const [one, two] = [await openUp(t, open), await openUp(t, open)]
    if (!one || !two) return
    const [heard, changes] = [heardBy(two, "presence"), heardBy(two, "changes")]
    two.onGap(() => assert.fail("nothing was lost that anybody would read"))
    for (let n = 0; n < 5_000; n += 1) one.publish("presence", `doc:1 ${n}`)
    for (let n = 2; n < 5_000; n += 1) one.publish("presence", `doc:${n} ${"x".repeat(1_900)}`)
    one.publish("presence", "x".repeat(2_001))
    one.publish("changes", "workspace_a:1")
    await until(async () => changes.length > 0)
    one.publish("presence", "doc:1 at last")
    await until(async () => heard.includes("doc:1 at last"))
    assert.ok(heard.includes("doc:1 4999") && heard.length <= 1_002, `${heard.length} messages`)
  })
}
