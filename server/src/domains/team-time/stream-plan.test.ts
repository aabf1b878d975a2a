import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { gzipSync } from "node:zlib"
import type { Caller } from "#access/context.ts"
import type { perform } from "#access/perform.ts"
import { listNotifications } from "#domains/notifications/index.ts"
import { jobs } from "#engines/jobs/jobs.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { type DatabaseKind, onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { calendarText, event } from "#test/support/formats/calendar-text.ts"
import { type CalendarServer, calendarServer } from "#test/support/stand-ins/calendar-server.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { enqueueDueStreamPlans, getTeamTime, setStreamPlan, setWorkingHours } from "./index.ts"

interface Desk extends World {
  calendar: CalendarServer
  member: Caller
  set(url: string | null): ReturnType<typeof perform<typeof setStreamPlan.input, typeof setStreamPlan.output>>
  teamTime(): ReturnType<typeof perform<typeof getTeamTime.input, typeof getTeamTime.output>>
  /** Advances the clock by half an hour and refreshes due plans. */
  refresh(afterMs?: number): Promise<void>
}

/** It is 2026-11-20 12:00 UTC; the calendar has a meeting from 13:00 to 14:00 UTC. */
async function desk(t: TestContext, kind: DatabaseKind): Promise<Desk> {
  const calendar = await calendarServer(t)
  calendar.answer = { body: meeting("Stand-up"), headers: { etag: '"1"' } }
  const base = await world(t, kind, calendar.options)
  const member = base.callers.member
  return {
    ...base,
    calendar,
    member,
    set: (url) => base.act(member, setStreamPlan, { url }),
    teamTime: () => base.act(member, getTeamTime, {}),
    async refresh(afterMs = 31 * minuteMs) {
      base.clock.advance(afterMs)
      await enqueueDueStreamPlans(base.cx)
      await runDueJobs(base.app, jobs)
    },
  }
}

const meeting = (title: string) =>
  calendarText(...event("DTSTART:20261120T130000Z", "DURATION:PT1H", `SUMMARY:${title}`))

onBothDatabases("a calendar is read at once, and its busy times are shown without its address", async (t, kind) => {
  const { set, teamTime, calendar, app } = await desk(t, kind)

  const answer = setStreamPlan.output.parse(await set(calendar.url.replace("https:", "webcal:")))
  assert.equal(answer.streamPlan.state, "current")
  assert.equal(answer.busyEvents, 1)
  assert.equal(calendar.requests.length, 1)

  const { busy, streamPlan } = getTeamTime.output.parse(await teamTime())
  assert.deepEqual(busy, [
    { startsAt: "2026-11-20T13:00:00+00:00", endsAt: "2026-11-20T14:00:00+00:00", title: "Stand-up", allDay: false },
  ])
  assert.equal(streamPlan.knownUntil, "2027-01-21T12:00:00.000Z")
  assert.ok(!JSON.stringify([answer, streamPlan]).includes("secret-token"))
  const rows = await app.database.read.selectFrom("stream_plans").selectAll().execute()
  assert.ok(!/secret-token|Stand-up/.test(JSON.stringify(rows)), "neither address nor events lie open in the database")
})

onBothDatabases("an odd event is left out and named, sealed in the database, and the others count", async (t, kind) => {
  const { set, teamTime, calendar, app } = await desk(t, kind)
  const odd = event("DTSTART:20261121T130000Z", "SUMMARY:Oddly\u202e named", "RRULE:FREQ=SECONDLY")
  calendar.answer = { body: calendarText(...odd, ...event("DTSTART:20261120", "SUMMARY:Good")) }
  const named = { unreadableEvents: 1, leftOut: [{ title: "Oddly named", date: "2026-11-21" }] }
  const { unreadableEvents, leftOut } = setStreamPlan.output.parse(await set(calendar.url)).streamPlan
  assert.deepEqual({ unreadableEvents, leftOut }, named)
  const { busy, streamPlan } = getTeamTime.output.parse(await teamTime())
  assert.deepEqual(valuesOf(busy, "title"), ["Good"])
  assert.deepEqual(streamPlan.leftOut, named.leftOut)
  const rows = await app.database.read.selectFrom("stream_plans").selectAll().execute()
  assert.ok(!/Oddly|2026-11-21/.test(JSON.stringify(rows)))

  calendar.answer = { body: meeting("Good") }
  await set(calendar.url)
  assert.equal((await teamTime()).streamPlan.leftOut, undefined)
})

onSqlite(
  "a declined event leaves the member free, and the server's charset and redirects are followed",
  async (t, kind) => {
    const { set, teamTime, calendar } = await desk(t, kind)
    const declined = "ATTENDEE;PARTSTAT=DECLINED:mailto:Member@studio.example"
    const [own, other] = [event("DTSTART:20261120", declined), event("DTSTART:20261121", "SUMMARY:\u0447\u0430\u0439")]
    // "чай" in Windows-1251.
    const body = Buffer.from(calendarText(...own, ...other).replace(/[\u0447\u0430\u0439]+/, "\xf7\xe0\xe9"), "latin1")
    calendar.answer = { body, headers: { "content-type": 'text/calendar; charset="windows-1251"' } }
    await set(calendar.url)
    assert.deepEqual(valuesOf((await teamTime()).busy, "title"), ["чай"])
    const place = calendar.url.replace("https:", "webcal:")
    calendar.answer = {
      ...{ status: 302, headers: { location: `${place}?there` } },
      first: async () => {
        if (String(calendar.requests.at(-1)?.path).endsWith("?there")) calendar.answer = { body: meeting("There") }
      },
    }
    await set(calendar.url)
    assert.deepEqual(valuesOf((await teamTime()).busy, "title"), ["There"])
  },
)

onSqlite("a request names the service and its page, and each refusal says what to do", async (t, kind) => {
  const { set, calendar } = await desk(t, kind)
  for (const [status, hint] of [
    [401, /without signing in/],
    [403, /is shared.*let in “Atelier”/],
    [404, /still exists and is shared/],
    [429, /try again later/],
    [503, /Try again later/],
    [418, /in a browser where you are not signed in/],
  ] as const) {
    calendar.answer = { status }
    await assert.rejects(set(calendar.url), { message: new RegExp(`answered ${status}`), hint })
  }
  const agents = new Set(calendar.requests.map((headers) => headers["user-agent"]))
  assert.deepEqual(agents, new Set(["Atelier-Calendars/1 (+http://localhost:3000)"]))
})

onBothDatabases("another calendar replaces the first, and null detaches it", async (t, kind) => {
  const { set, teamTime, calendar, app } = await desk(t, kind)
  await set(calendar.url)
  calendar.answer = { body: meeting("Other") }
  await set(`${calendar.url}?other`)
  assert.deepEqual(valuesOf((await teamTime()).busy, "title"), ["Other"])
  for (const empty of ["", "  "]) await assert.rejects(set(empty), { hint: /null to disconnect it/ })
  assert.equal((await teamTime()).busy.length, 1)
  assert.equal((await set(null)).streamPlan.state, "none")
  assert.deepEqual((await teamTime()).busy, [])
  assert.deepEqual(await app.database.read.selectFrom("stream_plans").selectAll().execute(), [])
})

onSqlite("an address that does not lead to a calendar is refused, and the plan stays", async (t, kind) => {
  const { set, teamTime, calendar } = await desk(t, kind)
  await set(calendar.url)
  const fetched = calendar.requests.length
  const wrong: [string, RegExp][] = [
    ["http://calendar.example/x.ics", /must start with https/],
    ["file:///etc/passwd", /must start with https/],
    ["calendar.example/x.ics", /must start with https/],
    ["https://user:pass@calendar.example/x.ics", /user name or password/],
    ["https://127.0.0.1/x.ics", /could not be loaded/],
    ["https://[::ffff:127.0.0.1]/x.ics", /could not be loaded/],
    ["webcal://169.254.169.254/latest/meta-data", /could not be loaded/],
    ["https://unknown.example/x.ics", /could not be loaded/],
  ]
  for (const [url, says] of wrong) {
    await assert.rejects(set(url), (error: Error & { code: string; hint: string }) => {
      assert.equal(error.code, "invalid_request")
      assert.match(error.message, says)
      assert.ok(error.hint)
      return true
    })
  }
  assert.equal(calendar.requests.length, fetched)

  for (const [answer, says] of [
    [{ status: 404 }, /answered 404/],
    [{ status: 304 }, /answered 304/],
    [{ body: "<html>Sign in</html>" }, /not a calendar/],
    [{ body: gzipSync(Buffer.alloc(50_000_000)), headers: { "content-encoding": "gzip" } }, /could not be loaded/],
    [{ status: 302, headers: { location: "https://127.0.0.2/" } }, /could not be loaded/],
    [{ body: meeting("Cut").slice(0, -20) }, /ends in the middle/],
  ] as const) {
    calendar.answer = answer
    await assert.rejects(set(calendar.url), { code: "invalid_request", message: says })
  }
  const { busy, streamPlan } = await teamTime()
  assert.equal(busy.length, 1)
  assert.equal(streamPlan.state, "current")
})

onBothDatabases("a plan is refreshed every half hour, asking whether it has changed", async (t, kind) => {
  const { set, teamTime, refresh, calendar } = await desk(t, kind)
  await set(calendar.url)

  calendar.answer = { status: 304 }
  await refresh()
  assert.equal(calendar.requests.at(-1)?.["if-none-match"], '"1"')
  assert.equal((await teamTime()).streamPlan.refreshedAt, "2026-11-20T12:31:00.000Z")
  assert.equal((await teamTime()).busy.length, 1)

  await refresh(10 * minuteMs)
  assert.equal(calendar.requests.length, 2, "it is not due yet")

  calendar.answer = { body: meeting("Changed") }
  await refresh(25 * minuteMs)
  assert.equal((await teamTime()).busy[0]?.title, "Changed")
})

onSqlite("a plan that never changes is still read in full once a day", async (t, kind) => {
  const { set, refresh, calendar, teamTime } = await desk(t, kind)
  await set(calendar.url)
  await refresh(25 * 60 * minuteMs)
  assert.equal(calendar.requests.at(-1)?.["if-none-match"], undefined)
  assert.equal((await teamTime()).streamPlan.knownUntil, "2027-01-22T13:00:00.000Z")
})

onBothDatabases("a failed refresh is shown, keeps the old events, and is retried less often", async (t, kind) => {
  const { set, teamTime, refresh, calendar } = await desk(t, kind)
  await set(calendar.url)

  calendar.answer = { status: 410 }
  await refresh()
  await refresh()
  const { busy, streamPlan } = await teamTime()
  assert.equal(busy.length, 1)
  assert.equal(streamPlan.state, "failing")
  assert.equal(streamPlan.failingSince, "2026-11-20T12:31:00.000Z")
  assert.match(streamPlan.error ?? "", /^The calendar's server answered 410 .*\. Check that .*\.$/)
  assert.equal(calendar.requests.length, 3)
  await refresh()
  assert.equal(calendar.requests.length, 3, "an hour has not passed")

  calendar.answer = { body: meeting("Back") }
  await refresh()
  const after = await teamTime()
  assert.equal(after.streamPlan.state, "current")
  assert.equal(after.streamPlan.error, undefined)
})

onBothDatabases("a calendar is not asked before its Retry-After, but after a day at most", async (t, kind) => {
  const { act, app, member, set, refresh, calendar } = await desk(t, kind)
  await set(calendar.url)
  for (const [after, hours] of [
    ["14400", 4],
    ["Fri, 20 Nov 2026 23:03:00 GMT", 6],
    ["9999999", 24],
  ] as const) {
    calendar.answer = { status: 503, headers: { "retry-after": after } }
    await refresh()
    const asked = calendar.requests.length
    await act(member, setWorkingHours, { timeZone: hours === 4 ? "Europe/Rome" : "Europe/Oslo", hours: [] })
    await runDueJobs(app, jobs)
    await refresh((hours * 60 - 1) * minuteMs)
    assert.equal(calendar.requests.length, asked, `${after}: asked too early`)
    calendar.answer = { body: meeting("Back") }
    await refresh(2 * minuteMs)
    assert.equal(calendar.requests.length, asked + 1, `${after}: not asked again`)
  }
})

onBothDatabases(
  "the member is notified when their calendar starts to fail, and when it works again",
  async (t, kind) => {
    const { act, set, refresh, calendar } = await desk(t, kind)
    const sentences = async (who: "member" | "owner") =>
      valuesOf((await act(who, listNotifications, {})).items, "sentence")
    await set(calendar.url)
    calendar.answer = { body: meeting("Cut").slice(0, -20) }
    await refresh()
    await refresh()
    const failing = "Your calendar can't be updated: The calendar ends in the middle"
    assert.deepEqual(await sentences("member"), [failing])
    calendar.answer = { body: meeting("Back") }
    await refresh(60 * minuteMs)
    await refresh()
    assert.deepEqual(await sentences("member"), ["Your calendar is updated again", failing])
    assert.deepEqual(await sentences("owner"), [])
  },
)

onSqlite("another time zone moves floating events", async (t, kind) => {
  const { act, app, member, set, teamTime, calendar } = await desk(t, kind)
  calendar.answer = {
    body: calendarText(...event("DTSTART:20261120T130000", "DURATION:PT1H")),
    headers: { etag: '"1"' },
  }
  await set(calendar.url)
  await act(member, setWorkingHours, { timeZone: "America/New_York", hours: [] })
  await runDueJobs(app, jobs)
  assert.equal(calendar.requests.at(-1)?.["if-none-match"], undefined)
  assert.equal((await teamTime()).busy[0]?.startsAt, "2026-11-20T13:00:00-05:00")
})

onBothDatabases("a plan that is replaced during its refresh stays the new one", async (t, kind) => {
  const { set, teamTime, refresh, calendar } = await desk(t, kind)
  await set(calendar.url)
  const replace = async () => {
    calendar.answer = { body: meeting("New") }
    await set(`${calendar.url}?new`)
  }
  calendar.answer = { body: meeting("Old, changed"), first: replace }
  await refresh()
  assert.deepEqual(valuesOf((await teamTime()).busy, "title"), ["New"])
})

onSqlite("a crowded calendar is cut, and marked as cut", async (t, kind) => {
  const { set, teamTime, calendar } = await desk(t, kind)
  const crowd = Array.from({ length: 301 }, (_, index) =>
    event(`UID:${index}`, "DTSTART:20261120T130000Z", "DURATION:PT1H"),
  )
  calendar.answer = { body: calendarText(...crowd.flat()) }
  assert.equal((await set(calendar.url)).busyEvents, 301)
  const { busy, isCut } = await teamTime()
  assert.deepEqual([busy.length, isCut], [300, true])
})

onSqlite("titles are data: cleaned and cut", async (t, kind) => {
  const { set, teamTime, calendar } = await desk(t, kind)
  calendar.answer = { body: meeting(`A\u202eb\u{e0041}c ${"x".repeat(400)}`) }
  await set(calendar.url)
  const title = (await teamTime()).busy[0]?.title ?? ""
  assert.match(title, /^Abc x+…$/)
  assert.equal(title.length, 120)
})

onSqlite(
  "a plan belongs to its member: viewers set none, others see none, and it ends with the membership",
  async (t, kind) => {
    const { act, app, cx, callers, member, set, refresh, calendar } = await desk(t, kind)
    await assert.rejects(act("viewer", setStreamPlan, { url: calendar.url }), { code: "workspace_forbidden" })
    assert.equal(calendar.requests.length, 0)

    await set(calendar.url)
    for (const other of [callers.owner, callers.viewer, callers.stranger]) {
      const { busy, streamPlan } = await act(other, getTeamTime, {})
      assert.deepEqual([busy, streamPlan], [[], { state: "none" }])
    }
    assert.ok(member.kind === "person")
    const { accountId } = member
    await app.database.transaction((db) => db.deleteFrom("members").where("account_id", "=", accountId).execute())
    assert.deepEqual(await cx.db.selectFrom("stream_plans").selectAll().execute(), [])
    await refresh()
    assert.equal(calendar.requests.length, 1)
  },
)
