import assert from "node:assert/strict"
import { test } from "node:test"
import { calendarText, event } from "#test/support/formats/calendar-text.ts"
import { readCalendar } from "./read-calendar.ts"

const addresses = ["ann@example.com"]
const window = { from: Date.UTC(2026, 10, 19), to: Date.UTC(2027, 0, 20), timeZone: "Europe/Berlin", addresses }
const read = (...lines: string[]) => readCalendar(calendarText(...lines), window)
const spans = (...lines: string[]) =>
  read(...lines).busy.map(({ startsAt, endsAt, title }) => {
    const [from, to] = [startsAt, endsAt].map((at) => new Date(at).toISOString().slice(5, 16))
    return `${from}/${to} ${title}`
  })

const meeting = ["DTSTART:20261201T100000Z", "DURATION:PT1H", "SUMMARY:Meeting"]

test("an invitation that the member declined does not make them busy", () => {
  for (const attendee of [
    ...[
      "ATTENDEE;PARTSTAT=DECLINED:mailto:ann@example.com",
      "ATTENDEE;PARTSTAT=DECLINED;CN=Ann:MAILTO:Ann@Example.com",
    ],
    ...[
      'attendee;cn="Ann: A";partstat=declined:mailto:ann@example.com',
      "ATTENDEE;PARTSTAT=DECLINED: mailto:ann@example.com ",
    ],
    ...[
      "ATTENDEE;CN=Ann;EMAIL=ann@example.com;PARTSTAT=DECLINED:/aMTE5/principal/",
      'ATTENDEE;PARTSTAT="DECLINED":mailto:ann@example.com',
    ],
  ]) {
    assert.deepEqual(spans(...event(...meeting, attendee)), [], attendee)
  }
  for (const attendee of [
    ...["ATTENDEE;PARTSTAT=ACCEPTED:mailto:ann@example.com", "ATTENDEE;PARTSTAT=DECLINED:mailto:bo@example.com"],
    ...["ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ann@example.com", "ATTENDEE;PARTSTAT=DECLINED:mailto:joann@example.com"],
    ...["ATTENDEE;PARTSTAT=DECLINED;CN=ann@example.com:mailto:bo@example.com", "ATTENDEE:"],
  ]) {
    assert.equal(spans(...event(...meeting, attendee)).length, 1, attendee)
  }
})

test("one declined instance of a series is free, and the others are busy", () => {
  const declined = "ATTENDEE;PARTSTAT=DECLINED:mailto:ann@example.com"
  const second = event("UID:s", "RECURRENCE-ID:20261202T100000Z", "DTSTART:20261202T100000Z", "DURATION:PT1H", declined)
  assert.deepEqual(spans(...event("UID:s", ...meeting, "RRULE:FREQ=DAILY;COUNT=3"), ...second), [
    "12-01T10:00/12-01T11:00 Meeting",
    "12-03T10:00/12-03T11:00 Meeting",
  ])
})

test("the times of a VFREEBUSY are busy, unless they are free", () => {
  const list = [
    ...["BEGIN:VFREEBUSY", "DTSTART:20261201T000000Z", "DTEND:20261231T000000Z"],
    ...["FREEBUSY:20261201T100000Z/20261201T110000Z,20261202T100000Z/PT2H"],
    ...["FREEBUSY;FBTYPE=FREE:20261203T100000Z/PT1H", "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261204T100000Z/PT1H"],
    ...["FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20261205T100000Z/P1D", "FREEBUSY:20251205T100000Z/P1D", "FREEBUSY:"],
    "END:VFREEBUSY",
  ]
  assert.deepEqual(spans(...list, ...event(...meeting)), [
    "12-01T10:00/12-01T11:00 Meeting",
    "12-01T10:00/12-01T11:00 Busy",
    "12-02T10:00/12-02T12:00 Busy",
    "12-04T10:00/12-04T11:00 Busy",
    "12-05T10:00/12-06T10:00 Busy",
  ])
})

test("an odd VFREEBUSY is left out and counted, and the events stay", () => {
  const { busy, leftOut, unreadableEvents } = read(
    "BEGIN:VFREEBUSY",
    "FREEBUSY:soon",
    "END:VFREEBUSY",
    ...event(...meeting),
  )
  assert.deepEqual([busy.length, leftOut, unreadableEvents], [1, [{ title: "Busy times" }], 1])
})
