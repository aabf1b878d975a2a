import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { runs } from "#test/support/basics/property-runs.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { calendarText, event } from "#test/support/formats/calendar-text.ts"
import { CalendarFault } from "./limits.ts"
import { readCalendar } from "./read-calendar.ts"

const window = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1), timeZone: "Europe/Berlin" }

function read(...lines: string[]) {
  return readCalendar(calendarText(...lines), window)
}

/** `start/end title` in UTC, of a calendar with the common lines added. */
function spans(...lines: string[]): string[] {
  const iso = (time: number) => new Date(time).toISOString().slice(0, 16)
  return read(...lines).busy.map(({ startsAt, endsAt, title }) => `${iso(startsAt)}/${iso(endsAt)} ${title}`.trim())
}
const starts = (...lines: string[]) => spans(...lines).map((span) => span.slice(0, 16))

const berlin = (local: string) => `DTSTART;TZID=Europe/Berlin:${local}`
const newYork = (local: string) => `DTSTART;TZID=America/New_York:${local}`

test("a time that the clock skips is read with the offset before the gap", () => {
  // New York skips 2026-03-08 02:30, Berlin 2026-03-29 02:30.
  assert.deepEqual(spans(...event(newYork("20260308T023000"), "DURATION:PT1H")), ["2026-03-08T07:30/2026-03-08T08:30"])
  assert.deepEqual(spans(...event(berlin("20260329T023000"), "DURATION:PT1H")), ["2026-03-29T01:30/2026-03-29T02:30"])
})

test("a time that occurs twice is read as the first one", () => {
  assert.deepEqual(starts(...event(newYork("20261101T013000"), "DURATION:PT1H")), ["2026-11-01T05:30"])
  assert.deepEqual(starts(...event(berlin("20261025T023000"), "DURATION:PT1H")), ["2026-10-25T00:30"])
})

test("a series keeps its time of day across the change of clocks, in the gap too", () => {
  const daily = ["DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3"]
  assert.deepEqual(starts(...event(newYork("20260307T023000"), ...daily)), [
    "2026-03-07T07:30",
    "2026-03-08T07:30",
    "2026-03-09T06:30",
  ])
  assert.deepEqual(starts(...event(berlin("20261024T023000"), ...daily)), [
    "2026-10-24T00:30",
    "2026-10-25T00:30",
    "2026-10-26T01:30",
  ])
})

test("DTEND gives every instance the same exact length, DURATION in days the same by the calendar", () => {
  const weekly = "RRULE:FREQ=WEEKLY;COUNT=2"
  const end = "DTEND;TZID=Europe/Berlin:20260322T120000"
  assert.deepEqual(spans(...event(berlin("20260321T120000"), end, weekly)), [
    "2026-03-21T11:00/2026-03-22T11:00",
    "2026-03-28T11:00/2026-03-29T11:00",
  ])
  assert.deepEqual(spans(...event(berlin("20260321T120000"), "DURATION:P1D", weekly)), [
    "2026-03-21T11:00/2026-03-22T11:00",
    "2026-03-28T11:00/2026-03-29T10:00",
  ])
  assert.deepEqual(spans(...event(berlin("20260321T120000"), "DURATION:P1WT1H30M")), [
    "2026-03-21T11:00/2026-03-28T12:30",
  ])
})

test("floating times and whole days are the member's own", () => {
  assert.deepEqual(spans(...event("DTSTART:20260701T090000", "DTEND:20260701T100000")), [
    "2026-07-01T07:00/2026-07-01T08:00",
  ])
  const wholeDay = read(...event("DTSTART;VALUE=DATE:20260329", "SUMMARY:Away"))
  assert.deepEqual(wholeDay.busy, [
    // The day on which clocks go forward has 23 hours.
    { startsAt: Date.UTC(2026, 2, 28, 23), endsAt: Date.UTC(2026, 2, 29, 22), title: "Away", isAllDay: true },
  ])
  assert.deepEqual(spans(...event("DTSTART;VALUE=DATE:20260701", "DTEND;VALUE=DATE:20260704")), [
    "2026-06-30T22:00/2026-07-03T22:00",
  ])
})

test("a zone is found by IANA's name, old or with a prefix, and by Windows' name", () => {
  const at = (tzid: string) => starts(...event(`DTSTART;TZID=${tzid}:20260701T090000`, "DURATION:PT1H"))[0]?.slice(11)
  for (const [tzid, utc] of [
    ["Europe/Berlin", "07:00"],
    ["europe/berlin", "07:00"],
    ["US/Pacific", "16:00"],
    ["/mozilla.org/20050126_1/Europe/Berlin", "07:00"],
    ["/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires", "12:00"],
    ["W. Europe Standard Time", "07:00"],
    ['"Eastern Standard Time"', "13:00"],
    ["India Standard Time", "03:30"],
    ["AUS Eastern Standard Time", "23:00"],
    ["UTC", "09:00"],
  ] as const) {
    assert.equal(at(tzid), utc, tzid)
  }
})

const studioTime = [
  ...["BEGIN:VTIMEZONE", "TZID:Studio Time"],
  ...["BEGIN:STANDARD", "DTSTART:16010101T030000", "TZOFFSETFROM:+0500", "TZOFFSETTO:+0330"],
  ...["RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0330", "TZOFFSETTO:+0500"],
  ...["RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT", "END:VTIMEZONE"],
]

test("an unknown zone is read as the calendar describes it", () => {
  const at = (local: string) => starts(...studioTime, ...event(`DTSTART;TZID=Studio Time:${local}`, "DURATION:PT1H"))
  assert.deepEqual(at("20260101T090000"), ["2026-01-01T05:30"])
  assert.deepEqual(at("20260701T090000"), ["2026-07-01T04:00"])
  assert.deepEqual(at("20260329T021500"), ["2026-03-28T22:45"], "in the gap, which is an hour and a half long")
  assert.deepEqual(at("20261025T020000"), ["2026-10-24T21:00"], "in the overlap")
})

test("a known zone ignores the calendar's description", () => {
  const wrong = studioTime.map((line) => line.replace("TZID:Studio Time", "TZID:Europe/Berlin"))
  assert.deepEqual(starts(...wrong, ...event(berlin("20260701T090000"), "DURATION:PT1H")), ["2026-07-01T07:00"])
})

test("a zone that is neither known nor described is read as the member's own, and is counted", () => {
  const calendar = read(...event("DTSTART;TZID=Nowhere:20260701T090000", "DURATION:PT1H"))
  assert.equal(calendar.busy[0]?.startsAt, Date.UTC(2026, 6, 1, 7))
  assert.equal(calendar.unknownZoneEvents, 1)
})

const series = [berlin("20260701T090000"), "DURATION:PT1H", "SUMMARY:Weekly", "UID:w", "RRULE:FREQ=WEEKLY;COUNT=4"]
const instead = (at: string, ...lines: string[]) => event("UID:w", `RECURRENCE-ID;TZID=Europe/Berlin:${at}`, ...lines)

test("EXDATE removes instances, also as a date, and RDATE adds some, also as a period", () => {
  assert.deepEqual(starts(...event(...series, "EXDATE:20260708T070000Z", "EXDATE;VALUE=DATE:20260715")), [
    "2026-07-01T07:00",
    "2026-07-22T07:00",
  ])
  const more = ["RDATE;TZID=Europe/Berlin:20260702T090000", "RDATE;VALUE=PERIOD:20260703T070000Z/PT3H"]
  assert.deepEqual(spans(...event(...series.slice(0, 4), ...more)), [
    "2026-07-01T07:00/2026-07-01T08:00 Weekly",
    "2026-07-02T07:00/2026-07-02T08:00 Weekly",
    "2026-07-03T07:00/2026-07-03T10:00 Weekly",
  ])
})

test("RECURRENCE-ID moves one instance, or cancels it; the newest version counts", () => {
  const moved = instead("20260708T090000", "SEQUENCE:2", berlin("20260709T150000"), "DURATION:PT2H", "SUMMARY:Moved")
  const older = instead("20260708T090000", "SEQUENCE:1", berlin("20260710T150000"), "DURATION:PT2H")
  const cancelled = instead("20260715T090000", "STATUS:CANCELLED", berlin("20260715T090000"), "DURATION:PT1H")
  assert.deepEqual(spans(...event(...series), ...moved, ...older, ...cancelled), [
    "2026-07-01T07:00/2026-07-01T08:00 Weekly",
    "2026-07-09T13:00/2026-07-09T15:00 Moved",
    "2026-07-22T07:00/2026-07-22T08:00 Weekly",
  ])
})

test("RANGE=THISANDFUTURE changes every later instance alike", () => {
  const later = event(
    ...["UID:w", "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260715T090000"],
    ...[berlin("20260716T140000"), "DURATION:PT2H", "SUMMARY:Later"],
  )
  assert.deepEqual(spans(...event(...series), ...later), [
    "2026-07-01T07:00/2026-07-01T08:00 Weekly",
    "2026-07-08T07:00/2026-07-08T08:00 Weekly",
    "2026-07-16T12:00/2026-07-16T14:00 Later",
    "2026-07-23T12:00/2026-07-23T14:00 Later",
  ])
})

test("an event that is transparent, cancelled or without duration is not busy", () => {
  assert.deepEqual(spans(...event(berlin("20260701T090000"), "DURATION:PT1H", "TRANSP:TRANSPARENT")), [])
  assert.deepEqual(spans(...event(berlin("20260701T090000"), "DURATION:PT1H", "STATUS:CANCELLED")), [])
  assert.deepEqual(spans(...event(berlin("20260701T090000"))), [])
  assert.deepEqual(spans(...event(berlin("20260701T090000"), "DURATION:-PT1H")), [])
})

test("private events are busy without their title", () => {
  const [span] = read(...event(berlin("20260701T090000"), "DURATION:PT1H", "SUMMARY:Doctor", "CLASS:PRIVATE")).busy
  assert.equal(span?.title, "Private event")
})

test("UNTIL as a date includes that day, as a time in UTC that very instant", () => {
  const until = (until: string) =>
    starts(...event(berlin("20260701T090000"), "DURATION:PT1H", `RRULE:FREQ=DAILY;UNTIL=${until}`)).length
  assert.equal(until("20260703"), 3)
  assert.equal(until("20260703T070000Z"), 3)
  assert.equal(until("20260703T065959Z"), 2)
})

test("a series that began long ago is read only around the window", () => {
  const old = event("DTSTART:19010101T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY")
  assert.equal(read(...old).busy.length, 365)
})

test("an invalid event is dropped and counted, the others stay", () => {
  const nonsense = [
    ["SUMMARY:no start"],
    ["DTSTART:tomorrow", "DURATION:PT1H"],
    ["DTSTART:20261399T090000", "DURATION:PT1H"],
    [berlin("20260701T090000"), "DURATION:soon"],
    [berlin("20260701T090000"), "DURATION:PT1H", "RRULE:FREQ=NEVER"],
    [berlin("20260701T090000"), "DURATION:PT1H", "RRULE:FREQ=WEEKLY;BYDAY=XX"],
  ]
  const good = event(berlin("20260702T090000"), "DURATION:PT1H", "SUMMARY:Good")
  const calendar = read(...nonsense.flatMap((lines) => event(...lines)), ...good)
  assert.deepEqual(valuesOf(calendar.busy, "title"), ["Good"])
  assert.equal(calendar.unreadableEvents, nonsense.length)
})

test("lines may be folded, end with a bare line feed, and be in any case", () => {
  const text =
    "begin:vcalendar\nBegin:Vevent\nuid:1\ndtstart:20260701\n T090000Z\nduration:PT\n 1H\nsummary:A long\n  title\\, folded\nend:vevent\nend:vcalendar\n"
  const { busy } = readCalendar(text, window)
  assert.deepEqual(valuesOf(busy, "title"), ["A long title, folded"])
})

test("any file is read, or refused in a sentence", () => {
  const names = [
    ...["DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "TZID", "TZOFFSETTO", "SUMMARY"],
  ]
  const values = [
    ...[
      ...["20260701T090000Z", "20260701", "00000000", "99991231T235959", "P1W", "-P1D", "PT999999999S", "+9999"],
      ...["-000000"],
    ],
    ...["FREQ=DAILY", "FREQ=YEARLY;BYWEEKNO=-53;BYSETPOS=-1", "FREQ=MONTHLY;COUNT=0", "FREQ=WEEKLY;INTERVAL=99999999"],
    ...["FREQ=HOURLY;UNTIL=00010101", "20260701T090000Z/PT1H", "constructor", "__proto__", "", ",,,", ";", "\u{1f4c5}"],
  ]
  const parameters = [
    ...["", ";TZID=Europe/Berlin", ";TZID=__proto__", ";VALUE=DATE", ";VALUE=PERIOD", ";VALUE=constructor", ';X="'],
    ...[";"],
  ]
  const edges = [
    "BEGIN:VEVENT",
    "END:VEVENT",
    "BEGIN:VTIMEZONE",
    "END:VTIMEZONE",
    "BEGIN:STANDARD",
    "END:STANDARD",
    "BEGIN:",
  ]
  const sense = [
    ...["RRULE:FREQ=DAILY;COUNT=9", "RRULE:FREQ=YEARLY;BYWEEKNO=-53,1;BYDAY=MO", "RRULE:FREQ=MONTHLY;BYSETPOS=-1"],
    ...["RRULE:FREQ=HOURLY;BYHOUR=2,3;COUNT=50", "RRULE:FREQ=WEEKLY;UNTIL=20260801", "RDATE:20260702T090000"],
    ...["EXDATE;VALUE=DATE:20260702", "DURATION:P1D", "END:VEVENT", "BEGIN:VEVENT", "UID:1", "UID:2"],
    ...["DTSTART;TZID=Europe/Berlin:20260701T090000", "DTSTART;VALUE=DATE:20260101", "DTEND:20260701T120000Z"],
    ...["RECURRENCE-ID;RANGE=THISANDFUTURE:20260702T070000Z", "RECURRENCE-ID:20260703T070000Z", "SEQUENCE:2"],
  ]
  const nonsense = fc.oneof(
    fc.constantFrom(...edges),
    fc
      .tuple(
        fc.constantFrom(...names),
        fc.constantFrom(...parameters),
        fc.oneof(fc.constantFrom(...values), fc.string()),
      )
      .map(([name, parameter, value]) => `${name}${parameter}:${value}`),
    fc.string(),
  )
  const line = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...sense) }, { weight: 1, arbitrary: nonsense })
  let busyFiles = 0
  const property = fc.property(fc.array(line, { maxLength: 30, size: "max" }), (lines) => {
    try {
      const { busy } = read("BEGIN:VEVENT", "UID:1", sense[12] ?? "", "DURATION:PT1H", ...lines)
      if (busy.length > 0) busyFiles++
      for (const { startsAt, endsAt } of busy) assert.ok(endsAt > startsAt && Number.isSafeInteger(startsAt))
    } catch (error) {
      assert.ok(error instanceof CalendarFault, String(error))
    }
  })
  fc.assert(property, { numRuns: runs(100) })
  assert.ok(busyFiles > 50, `${busyFiles} files had something to read`)
})
