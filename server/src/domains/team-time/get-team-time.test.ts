import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { rowsOf } from "#test/support/basics/values-of.ts"
import { type DatabaseKind, onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { getTeamTime, getWorkingHours, removeDateOverride, setDateOverride, setWorkingHours } from "./index.ts"

/** It is Friday, 2026-11-20, 12:00 UTC. */
async function desk(t: TestContext, kind: DatabaseKind) {
  const { act, callers, clock } = await world(t, kind)
  const viewer = callers.viewer
  const workHours = [
    { day: "friday" as const, from: "09:00", to: "12:00" },
    { day: "friday" as const, from: "13:00", to: "17:00" },
    { day: "sunday" as const, from: "00:00", to: "24:00" },
  ]
  await act(viewer, setWorkingHours, { timeZone: "Europe/Berlin", hours: workHours })
  const ask = (input: unknown = {}) => act(viewer, getTeamTime, input)
  return { act, clock, viewer, ask }
}

onSqlite("a member sees the week ahead in their own time zone", async (t, kind) => {
  const { ask } = await desk(t, kind)
  const { timeZone, isSet, now, days, free, busy, streamPlan } = getTeamTime.output.parse(await ask())

  assert.deepEqual([timeZone, isSet, now], ["Europe/Berlin", true, "2026-11-20T13:00:00+01:00"])
  assert.equal(days.length, 7)
  assert.deepEqual(days[0], {
    date: "2026-11-20",
    weekday: "friday",
    hours: [
      { from: "09:00", to: "12:00" },
      { from: "13:00", to: "17:00" },
    ],
    isOverride: false,
  })
  assert.deepEqual(free, [
    { startsAt: "2026-11-20T09:00:00+01:00", endsAt: "2026-11-20T12:00:00+01:00" },
    { startsAt: "2026-11-20T13:00:00+01:00", endsAt: "2026-11-20T17:00:00+01:00" },
    { startsAt: "2026-11-22T00:00:00+01:00", endsAt: "2026-11-23T00:00:00+01:00" },
  ])
  assert.deepEqual([busy, streamPlan], [[], { state: "none" }])
})

onSqlite("hours over midnight are one entry and one free span, without what is busy", async (t, kind) => {
  const { act, viewer, ask } = await desk(t, kind)
  const hours = [{ day: "friday" as const, from: "22:00", to: "02:00" }]
  await act(viewer, setWorkingHours, { timeZone: "Europe/Berlin", hours })
  const { days, free } = getTeamTime.output.parse(await ask({ to: "2026-11-21" }))
  assert.deepEqual(days[0]?.hours, [{ from: "22:00", to: "02:00" }])
  assert.deepEqual(free, [{ startsAt: "2026-11-20T22:00:00+01:00", endsAt: "2026-11-21T02:00:00+01:00" }])
  const [morning] = (await ask({ from: "2026-11-21", to: "2026-11-21" })).free
  assert.deepEqual(morning, { startsAt: "2026-11-21T00:00:00+01:00", endsAt: "2026-11-21T02:00:00+01:00" })

  await act(viewer, setDateOverride, { date: "2026-11-20", hours: [{ from: "21:00", to: "00:30" }] })
  const [evening] = (await ask()).free
  assert.deepEqual(evening, { startsAt: "2026-11-20T21:00:00+01:00", endsAt: "2026-11-21T00:30:00+01:00" })
})

onBothDatabases("special days take the place of their weekday, until they are removed", async (t, kind) => {
  const { act, viewer, ask } = await desk(t, kind)
  await act(viewer, setDateOverride, { date: "2026-11-20", hours: [] })
  await act(viewer, setDateOverride, { date: "2026-11-21", hours: [{ from: "10:00", to: "11:30" }] })
  await act("owner", setDateOverride, { date: "2026-11-21", hours: [] })

  const { days } = await ask({ to: "2026-11-21" })
  assert.deepEqual(rowsOf(days, "hours", "isOverride"), [
    [[], true],
    [[{ from: "10:00", to: "11:30" }], true],
  ])
  await act(viewer, removeDateOverride, { date: "2026-11-20" })
  assert.equal((await ask()).days[0]?.hours.length, 2)
  await assert.rejects(act(viewer, removeDateOverride, { date: "2026-11-20" }), { code: "not_found" })
})

onSqlite("days can be requested from yesterday on, 31 at a time, up to 60 days ahead", async (t, kind) => {
  const { ask } = await desk(t, kind)
  assert.equal((await ask({ from: "2026-11-19" })).days.length, 7)
  assert.equal((await ask({ from: "2026-12-01", to: "2026-12-31" })).days.length, 31)
  assert.equal((await ask({ from: "2027-01-19" })).days.length, 1)
  for (const [input, says] of [
    [{ from: "2026-11-18" }, /from/],
    [{ from: "2027-01-20" }, /from/],
    [{ from: "2026-12-01", to: "2027-01-01" }, /to/],
    [{ from: "2026-12-02", to: "2026-12-01" }, /to/],
    [{ from: "2026-11-31" }, /from/],
    [{ account_id: "account_1" }, /account_id/],
  ] as const) {
    await assert.rejects(ask(input), { code: "invalid_request", message: says })
  }
})

onSqlite("a member who has set nothing gets `isSet: false`", async (t, kind) => {
  const { act } = await desk(t, kind)
  const { isSet, timeZone, days, free } = await act("owner", getTeamTime, {})
  assert.deepEqual([isSet, timeZone, free], [false, "UTC", []])
  assert.ok(days.every(({ hours }) => hours.length === 0))
})

onSqlite("hours that overlap or end before they begin, and unknown zones, are refused", async (t, kind) => {
  const { act, viewer } = await desk(t, kind)
  const friday = (from: string, to: string) => ({ day: "friday" as const, from, to })
  for (const wrong of [
    { timeZone: "Europe/Nowhere", hours: [] },
    { timeZone: "+02:00", hours: [] },
    { timeZone: "Europe/Berlin", hours: [friday("09:00", "09:00")] },
    { timeZone: "Europe/Berlin", hours: [friday("09:00", "12:00"), friday("11:59", "13:00")] },
    { timeZone: "Europe/Berlin", hours: [friday("9", "12:00")] },
    { timeZone: "Europe/Berlin", hours: [friday("09:00", "24:01")] },
    { timeZone: "Europe/Berlin", hours: [friday("17:00", "09:00")] },
    { timeZone: "Europe/Berlin", hours: [friday("22:00", "02:00"), friday("23:00", "23:30")] },
  ]) {
    await assert.rejects(act(viewer, setWorkingHours, wrong), { code: "invalid_request" })
  }
})

onSqlite("only the member can read their own settings", async (t, kind) => {
  const { act, viewer } = await desk(t, kind)
  await act(viewer, setDateOverride, { date: "2026-12-24", hours: [] })
  await act(viewer, setDateOverride, { date: "2026-11-01", hours: [] })
  const own = await act(viewer, getWorkingHours, {})
  assert.deepEqual([own.timeZone, own.hours.length], ["Europe/Berlin", 3])
  assert.deepEqual(own.dateOverrides, [{ date: "2026-12-24", hours: [] }])
  assert.deepEqual(await act("owner", getWorkingHours, {}), { hours: [], dateOverrides: [] })
})
