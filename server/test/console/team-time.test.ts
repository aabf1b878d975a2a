import assert from "node:assert/strict"
import { test } from "node:test"
import { consoleWorld } from "#test/support/worlds/console-world.ts"

test("200: hours, special days and the team's week are set and seen in the console", async (t) => {
  const { enter, ask } = await consoleWorld(t)
  const viewer = await enter("viewer@studio.example")
  const owner = await enter("owner@studio.example")
  const hours = [{ day: "friday", from: "09:00", to: "24:00" }]
  assert.equal((await ask(viewer, "set-working-hours", { timeZone: "Asia/Tokyo", hours })).status, 200)
  const early = [{ day: "friday", from: "17:00", to: "09:00" }]
  const refused = await ask(viewer, "set-working-hours", { timeZone: "Asia/Tokyo", hours: early })
  assert.deepEqual([refused.status, refused.body.error.code], [400, "invalid_request"])
  assert.deepEqual((await ask(viewer, "get-working-hours")).body.hours, hours)

  const freeOf = async () => {
    const { members } = (await ask(owner, "get-team-week")).body
    return members.find(({ email }: { email: string }) => email === "viewer@studio.example").free.length
  }
  assert.ok((await freeOf()) > 0)
  const page = await owner.visit("/studio/team-time")
  assert.deepEqual(
    page.island.firstData.map(([{ name }]: [{ name: string }]) => name),
    ["count-notifications", "get-team-week", "get-working-hours"],
  )
  const date = (await ask(viewer, "get-team-week")).body.days.find(({ date }: { date: string }) => {
    return new Date(date).getUTCDay() === 5
  }).date
  assert.equal((await ask(viewer, "set-date-override", { date, hours: [] })).status, 200)
  const seen = await ask(viewer, "get-working-hours")
  assert.deepEqual(seen.body.dateOverrides, [{ date, hours: [] }])
  assert.equal((await ask(viewer, "remove-date-override", { date })).status, 200)
  assert.equal((await ask(viewer, "remove-date-override", { date })).status, 404)
  assert.equal((await ask(viewer, "set-stream-plan", { url: null })).status, 403, "members have stream plans")
})
