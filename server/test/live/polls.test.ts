import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { App } from "#access/perform.ts"
import { openMemoryBus } from "#adapters/bus/memory.ts"
import type { Database } from "#storage/database.ts"
import { until } from "#test/support/basics/until.ts"
import { liveWorld } from "#test/support/worlds/live-world.ts"
import { silentLog } from "#test/support/worlds/world.ts"

const lookMs = 30_000
const awayPollMs = 2_000
const alive = "event: alive\ndata: {}\n\n"
const links = [{ kind: "links", ref: null }]

/** A service whose bus loses the messages of other processes, which `change` stands for. The test moves its timers. */
async function deafWorld(t: TestContext, change: (app: App) => App = (app) => app) {
  t.mock.timers.enable({ apis: ["setInterval"] }) // before the service sets a timer that it clears later
  const bus = { ...openMemoryBus(silentLog), isUp: () => isUp }
  let isUp = true
  const world = await liveWorld(t, { change: (app) => change({ ...app, bus }) })
  const browser = await world.enter("member@studio.example")
  const stream = await world.follow(browser)
  await stream.next()
  const goAway = () => {
    isUp = false
  }
  return { world, browser, stream, bus, goAway, tick: (ms: number) => t.mock.timers.tick(ms) }
}

test("200 finds a change whose message was lost, every 30 seconds", async (t) => {
  const { world, stream, tick } = await deafWorld(t)
  await world.change("links")
  tick(lookMs - 1)
  await until(async () => stream.text().endsWith(alive)) // sent every 25 seconds
  assert.equal(stream.events.length, 1)
  tick(1)
  assert.deepEqual(await stream.next(), { event: "changes", id: 1, data: links })
  await world.change("links")
  tick(lookMs)
  assert.deepEqual(await stream.next(), { event: "changes", id: 2, data: links })
})

test("200 ends at the next look when the message about its ended session was lost", async (t) => {
  const { world, stream, tick } = await deafWorld(t)
  await world.app.database.transaction((db) => db.deleteFrom("sessions").execute())
  tick(lookMs)
  assert.deepEqual((await stream.next()).data, { reason: "signed_out" })
  await stream.ended
})

test("200 looks every two seconds while the bus is down, and at once when it is up", async (t) => {
  const { world, stream, bus, goAway, tick } = await deafWorld(t)
  goAway()
  await world.change("links")
  tick(awayPollMs)
  assert.equal((await stream.next()).id, 1)
  await world.change("links")
  bus.tellGap()
  assert.equal((await stream.next()).id, 2)
})

test("200 continues two seconds after the database answers again", async (t) => {
  let isAway = false
  const { world, stream, bus, tick } = await deafWorld(t, (app) => ({
    ...app,
    database: { ...app.database, read: failing(app.database.read, () => isAway) },
  }))
  isAway = true
  await world.change("links")
  bus.publish("changes", `${world.workspaceId}:1`)
  await world.change("docs")
  for (let beat = 0; beat < 5; beat += 1) tick(awayPollMs)
  isAway = false
  await until(async () => {
    tick(awayPollMs)
    return stream.events.length > 1
  })
  assert.deepEqual(stream.events[1], { event: "changes", id: 2, data: [...links, { kind: "docs", ref: null }] })
})

function failing(read: Database["read"], isAway: () => boolean): Database["read"] {
  return new Proxy(read, {
    get(target, name) {
      if (isAway()) throw new Error("The database is away.")
      const member = Reflect.get(target, name)
      return typeof member === "function" ? member.bind(target) : member
    },
  })
}

test("200 sends an event every 25 seconds, so that no proxy closes the stream", async (t) => {
  const { stream, tick } = await deafWorld(t)
  tick(25_000)
  await until(async () => stream.text().endsWith(`\n\n${alive}`))
  tick(25_000)
  await until(async () => stream.text().endsWith(`\n\n${alive}${alive}`))
})

test("200 ignores invalid and repeated messages of the bus", async (t) => {
  const { world, browser, stream, bus } = await deafWorld(t)
  const { workspaceId } = world
  for (const text of ["", ":", workspaceId, `${workspaceId}:`, `${workspaceId}:x`, `${workspaceId}:999`, "nobody:1"]) {
    bus.publish("changes", text)
    bus.publish("access", text)
  }
  await (await world.follow(browser)).next() // so that all messages were handled
  await world.change("links")
  for (let times = 0; times < 3; times += 1) bus.publish("changes", `${workspaceId}:1`)
  assert.deepEqual(await stream.next(), { event: "changes", id: 1, data: links })
  await (await world.follow(browser)).next()
  assert.equal(stream.events.length, 2)
})
