import assert from "node:assert/strict"
import { test } from "node:test"
import { steadyClock } from "./steady-clock.ts"

function wallAt(start: number) {
  const time = { wall: start, monotonic: 0 }
  const now = steadyClock(
    () => time.wall,
    () => time.monotonic,
  )
  const pass = (ms: number) => {
    time.wall += ms
    time.monotonic += ms
    return now()
  }
  return { time, now, pass }
}

test("a clock that is not touched shows the wall's time", () => {
  const { pass } = wallAt(1_000_000)
  for (let second = 1; second <= 10; second++) assert.equal(pass(1_000), 1_000_000 + second * 1_000)
})

test("the clock follows a wall clock that is set ahead at once", () => {
  const { time, pass } = wallAt(1_000_000)
  time.wall += 3_600_000
  assert.equal(pass(1_000), 4_601_000)
})

test("when the wall clock is set back an hour, the clock runs on slowly until that has caught up", () => {
  const { time, now, pass } = wallAt(10_000_000)
  time.wall -= 3_600_000
  assert.equal(now(), 10_000_000)
  assert.equal(pass(16_000), 10_015_000, "what lasts fifteen seconds ends within sixteen")
  let last = now()
  for (let minute = 0; minute < 16 * 60; minute++) {
    const shown = pass(60_000)
    assert.ok(shown > last && shown >= time.wall)
    last = shown
  }
  assert.equal(last, time.wall, "after sixteen hours it is the wall's time again")
})

test("repeated small steps back never make the clock go back", () => {
  const { time, now, pass } = wallAt(10_000_000)
  let last = now()
  for (let step = 0; step < 100; step++) {
    time.wall -= 7
    const shown = pass(5)
    assert.ok(shown >= last)
    last = shown
  }
})
