import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { minuteMs } from "#kernel/time/units.ts"
import { until } from "#test/support/basics/until.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { openSweepers, sweep } from "./sweep.ts"

test("a sweeper repeats, even after a failure, never overlaps itself, and ends with the stop", async (t) => {
  const { app, clock, errors } = await ground(t, "sqlite")
  t.mock.timers.enable({ apis: ["setTimeout"] })
  let runs = 0
  let finish = Promise.withResolvers<void>()
  const run = () => {
    runs += 1
    return finish.promise
  }
  const pass = async (ms: number) => {
    clock.advance(ms)
    t.mock.timers.tick(ms)
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  }
  const stop = openSweepers(app, [{ name: "stuck", everyMs: minuteMs, run }])

  await pass(0.89 * minuteMs)
  assert.equal(runs, 0, "it waits at first")
  await pass(0.21 * minuteMs)
  assert.equal(runs, 1)
  await pass(10 * minuteMs)
  assert.equal(runs, 1, "the first has not ended")

  finish.reject(new Error("bo@example.com"))
  await pass(0)
  assert.deepEqual(errors, [{ sweeper: "stuck", error: "Error", causes: "Error: [address]" }])
  finish = Promise.withResolvers()
  await pass(1.1 * minuteMs)
  assert.equal(runs, 2)

  const stopped = stop()
  finish.resolve()
  await stopped
  await pass(10 * minuteMs)
  assert.equal(runs, 2)
})

onBothDatabases("of several processes, one runs a sweep each time, even when the sweep fails", async (t, kind) => {
  const { app, clock, errors } = await ground(t, kind)
  const runs: string[] = []
  const sweeper = { name: "shared", everyMs: minuteMs, run: async () => void runs.push("run") }
  const all = () => Promise.all(Array.from({ length: 5 }, () => sweep(app, sweeper)))
  await all()
  assert.equal(runs.length, 1)
  clock.advance(0.8 * minuteMs)
  await all()
  assert.equal(runs.length, 1, "it was done in this minute")
  clock.advance(0.1 * minuteMs)
  await all()
  assert.equal(runs.length, 2, "one process alone waits at least nine tenths of a minute between two")

  const failing = { ...sweeper, name: "failing", run: async () => Promise.reject(new Error("No.")) }
  await sweep(app, failing)
  await sweep(app, failing)
  assert.equal(errors.length, 1, "what failed is tried again in a minute, too")
})

onBothDatabases("another process takes over a dead process's sweep after five minutes", async (t, kind) => {
  const { app, clock } = await ground(t, kind)
  const runs: string[] = []
  const dying = { name: "dying", everyMs: minuteMs, run: () => new Promise<void>(() => {}) }
  void sweep(app, dying)
  const other = { ...dying, run: async () => void runs.push("run") }
  await until(async () => (await app.database.read.selectFrom("sweeps").select("name").execute()).length > 0)
  await sweep(app, other)
  assert.equal(runs.length, 0)
  clock.advance(5 * minuteMs)
  await sweep(app, other)
  assert.equal(runs.length, 1)
})

onBothDatabases("a claim from before the clock was set back delays no sweep", async (t, kind) => {
  const { app, clock } = await ground(t, kind)
  const runs: string[] = []
  const sweeper = { name: "shared", everyMs: minuteMs, run: async () => void runs.push("run") }
  await sweep(app, sweeper)
  clock.advance(-60 * minuteMs)
  await sweep(app, sweeper)
  assert.equal(runs.length, 2)
})

async function ground(t: TestContext, kind: DatabaseKind) {
  const { app, clock } = await world(t, kind)
  const errors: object[] = []
  return { app: { ...app, log: { ...app.log, error: (fields: object) => void errors.push(fields) } }, clock, errors }
}
