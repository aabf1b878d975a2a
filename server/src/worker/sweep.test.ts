import assert from "node:assert/strict"
import { mock, test } from "node:test"
import type { App } from "#access/perform.ts"
import { openSweepers } from "./sweep.ts"

test("a sweeper runs again and again, also after a failure, never beside itself, and not after the stop", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] })
  t.after(() => mock.timers.reset())
  const errors: object[] = []
  const app = { log: { error: (fields: object) => errors.push(fields) }, database: {} } as unknown as App
  let runs = 0
  let finish = Promise.withResolvers<void>()
  const run = () => {
    runs += 1
    return finish.promise
  }
  const settle = () => new Promise(setImmediate)
  const stop = openSweepers(app, [{ name: "stuck", everyMs: 1_000, run }])

  mock.timers.tick(899)
  assert.equal(runs, 0, "it waits at first")
  mock.timers.tick(201)
  assert.equal(runs, 1)
  mock.timers.tick(10_000)
  assert.equal(runs, 1, "the first has not ended")

  finish.reject(new Error("bo@example.com"))
  await settle()
  assert.deepEqual(errors, [{ sweeper: "stuck", error: "Error" }])
  finish = Promise.withResolvers()
  mock.timers.tick(1_100)
  assert.equal(runs, 2)

  const stopped = stop()
  finish.resolve()
  await stopped
  mock.timers.tick(10_000)
  assert.equal(runs, 2)
})
