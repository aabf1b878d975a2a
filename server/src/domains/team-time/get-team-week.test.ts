import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { type DatabaseKind, onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { world } from "#test/support/worlds/world.ts"
import { getTeamWeek, setDateOverride, setWorkingHours, storeStreamPlan } from "./index.ts"

const at = (text: string) => Date.parse(`${text}:00Z`)
const friday = (from: string, to: string) => ({ day: "friday" as const, from, to })

/** It is Friday, 2026-11-20, 12:00 UTC; in Tokyo 21:00. */
async function office(t: TestContext, kind: DatabaseKind) {
  const made = await world(t, kind)
  const { act } = made
  await act("viewer", setWorkingHours, { timeZone: "Europe/Berlin", hours: [friday("09:00", "17:00")] })
  await act("owner", setWorkingHours, { timeZone: "Asia/Tokyo", hours: [friday("09:00", "18:00")] })
  const rowOf = async (email: string, input = {}) => {
    const { members } = await act("viewer", getTeamWeek, input)
    return members.find((member) => member.email === email)
  }
  return { ...made, rowOf }
}

onSqlite("a week has all members' free times by the days of the caller's time zone", async (t, kind) => {
  const { act, rowOf } = await office(t, kind)
  const week = getTeamWeek.output.parse(await act("viewer", getTeamWeek, {}))

  assert.deepEqual([week.timeZone, week.days.length, week.isCut], ["Europe/Berlin", 7, false])
  const berlinsFriday = { date: "2026-11-20", startsAt: at("2026-11-19T23:00"), endsAt: at("2026-11-20T23:00") }
  assert.deepEqual(week.days[0], berlinsFriday)
  assert.equal(week.members.length, 4)
  const own = { startsAt: at("2026-11-20T08:00"), endsAt: at("2026-11-20T16:00") }
  assert.deepEqual((await rowOf("viewer@studio.example"))?.free, [own])
  assert.equal((await rowOf("viewer@studio.example"))?.isCaller, true)
  const tokyos = { startsAt: at("2026-11-20T00:00"), endsAt: at("2026-11-20T09:00") }
  assert.deepEqual((await rowOf("owner@studio.example"))?.free, [tokyos])
  const { timeZone, free } = (await rowOf("member@studio.example")) ?? {}
  assert.deepEqual([timeZone, free], [null, []])
})

onBothDatabases("special days and busy times are subtracted, and other members see no titles", async (t, kind) => {
  const { act, cx, callers, workspaceId, rowOf } = await office(t, kind)
  await act("viewer", setDateOverride, { date: "2026-11-20", hours: [{ from: "10:00", to: "12:00" }] })
  const { owner } = callers
  assert.equal(owner.kind, "person")
  const stream = { startsAt: at("2026-11-20T01:00"), endsAt: at("2026-11-20T02:00"), title: "Secret", isAllDay: false }
  await storeStreamPlan(cx, {
    workspaceId,
    accountId: owner.accountId,
    busy: [stream],
    knownUntil: at("2027-01-01T00:00"),
  })

  const own = { startsAt: at("2026-11-20T09:00"), endsAt: at("2026-11-20T11:00") }
  assert.deepEqual((await rowOf("viewer@studio.example"))?.free, [own])
  const tokyo = await rowOf("owner@studio.example")
  assert.deepEqual(tokyo?.busy, [{ startsAt: stream.startsAt, endsAt: stream.endsAt }])
  assert.deepEqual(tokyo?.free, [
    { startsAt: at("2026-11-20T00:00"), endsAt: at("2026-11-20T01:00") },
    { startsAt: at("2026-11-20T02:00"), endsAt: at("2026-11-20T09:00") },
  ])
  assert.doesNotMatch(JSON.stringify(await act("viewer", getTeamWeek, {})), /Secret/)
})

onSqlite("the week says whose calendar fails, and until when its busy times are known", async (t, kind) => {
  const { app, cx, callers, workspaceId, rowOf } = await office(t, kind)
  const { member, owner } = callers
  const knownUntil = at("2027-01-01T00:00")
  for (const { kind, accountId } of [member, owner].map((caller) => ({ accountId: "", ...caller }))) {
    assert.equal(kind, "person")
    await storeStreamPlan(cx, { workspaceId, accountId, busy: [], knownUntil })
  }
  assert.equal((await rowOf("member@studio.example"))?.calendarFailing, undefined)
  await app.database.transaction((db) =>
    db
      .updateTable("stream_plans")
      .set({ failed_at: cx.now(), failures: 1, error: "Secret." })
      .where("account_id", "=", "accountId" in member ? member.accountId : "")
      .execute(),
  )
  assert.deepEqual((await rowOf("member@studio.example"))?.calendarFailing, { knownUntil })
  assert.equal((await rowOf("owner@studio.example"))?.calendarFailing, undefined)
})

onSqlite("hours over midnight are one entry and one free span, also into the first day", async (t, kind) => {
  const { act, rowOf } = await office(t, kind)
  const night = [
    { day: "thursday" as const, from: "22:00", to: "02:00" },
    { day: "friday" as const, from: "20:00", to: "24:00" },
    { day: "saturday" as const, from: "00:00", to: "04:00" },
  ]
  await act("viewer", setWorkingHours, { timeZone: "Europe/Berlin", hours: night })
  const free = (await rowOf("viewer@studio.example"))?.free
  assert.deepEqual(free, [
    { startsAt: at("2026-11-19T23:00"), endsAt: at("2026-11-20T01:00") },
    { startsAt: at("2026-11-20T19:00"), endsAt: at("2026-11-21T03:00") },
    { startsAt: at("2026-11-26T21:00"), endsAt: at("2026-11-26T23:00") },
  ])
  await act("viewer", setDateOverride, { date: "2026-11-19", hours: [] })
  assert.deepEqual((await rowOf("viewer@studio.example"))?.free, free?.slice(1))
})

onSqlite(
  "a later week can be requested as far as plans are known, and another workspace sees no member",
  async (t, kind) => {
    const { act, rowOf } = await office(t, kind)
    const next = { startsAt: at("2026-11-27T08:00"), endsAt: at("2026-11-27T16:00") }
    assert.deepEqual((await rowOf("viewer@studio.example", { from: "2026-11-27" }))?.free, [next])
    await assert.rejects(act("viewer", getTeamWeek, { from: "2027-02-01" }), { code: "invalid_request" })
    const { members } = await act("stranger", getTeamWeek, {})
    assert.deepEqual(
      members.map(({ email }) => email),
      ["owner@elsewhere.example"],
    )
  },
)
