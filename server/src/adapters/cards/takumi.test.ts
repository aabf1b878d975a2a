import assert from "node:assert/strict"
import { test } from "node:test"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { silentLog } from "#test/support/worlds/world.ts"
import { openCards } from "./takumi.ts"

const card = (title: string) => ({ brand: "Atelier", title, description: "" })

test("refuses a card when the queue is full, and draws the others", async (t) => {
  const cards = openCards(silentLog, { queueLimit: 3 })
  t.after(() => cards.close())

  const drawings = ["one", "two", "three", "four"].map((title) => cards.draw(card(title)))
  const outcomes = await Promise.allSettled(drawings)

  assert.deepEqual(valuesOf(outcomes, "status"), ["fulfilled", "fulfilled", "fulfilled", "rejected"])
  await assert.rejects(drawings[3] as Promise<Uint8Array>, { status: 503, retryAfterSeconds: 1 })
})

test("lets no caller wait longer than the deadline", async (t) => {
  const cards = openCards(silentLog, { deadlineMs: 1 })
  t.after(() => cards.close())

  await assert.rejects(cards.draw(card("late")), { status: 503 })
})

test("kills a painter that takes too long, and draws the next card with another", async (t) => {
  const errors: object[] = []
  const log = { ...silentLog, error: (fields: object) => errors.push(fields) }
  const hasty = openCards(log, { paintLimitMs: 1 })
  t.after(() => hasty.close())

  await assert.rejects(hasty.draw(card("one")), /took too long/)
  await assert.rejects(hasty.draw(card("two")), /took too long/)

  assert.equal(errors.length, 2)
})

test("draws a card at the priority of all else when the machine is never idle", async (t) => {
  const cards = openCards(silentLog)
  const yielding = openCards(silentLog, { yieldMs: 1 }) // too short to start a painter
  t.after(() => Promise.all([cards.close(), yielding.close()]))

  assert.deepEqual(await yielding.draw(card("one")), await cards.draw(card("one")))
})

test("starts a new painter after the last one was stopped", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] })
  const cards = openCards(silentLog)
  t.after(() => cards.close())
  const first = await cards.draw(card("again"))

  t.mock.timers.tick(60_000)

  assert.deepEqual(await cards.draw(card("again")), first)
})

test("refuses waiting cards when it is closed", async () => {
  const cards = openCards(silentLog)
  const drawings = [cards.draw(card("one")), cards.draw(card("two"))]

  await cards.close()

  for (const drawing of drawings) await assert.rejects(drawing, { status: 503 })
})
