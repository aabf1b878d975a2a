import assert from "node:assert/strict"
import { test } from "node:test"
import { calendarText, event } from "#test/support/formats/calendar-text.ts"
import { readCalendar } from "./read-calendar.ts"

const zones = ["America/New_York", "Europe/Berlin", "Pacific/Auckland", "UTC", "Asia/Kolkata"]

function read(timeZone: string, lines: string[]) {
  const window = { from: Date.UTC(2026, 10, 19), to: Date.UTC(2027, 2, 1), timeZone }
  const calendar = readCalendar(calendarText(...lines), window)
  assert.deepEqual([calendar.unreadableEvents, calendar.leftOut], [0, []])
  return calendar.busy
}

/** The days of whole-day events, by the clock of the member. */
function days(timeZone: string, ...lines: string[]): string[] {
  return read(timeZone, event(...lines)).map(({ startsAt, isAllDay }) => {
    assert.ok(isAllDay)
    return new Date(startsAt).toLocaleDateString("sv", { timeZone }).slice(5)
  })
}

const times = (...lines: string[]) =>
  read("Europe/Berlin", event(...lines)).map(({ startsAt, endsAt }) =>
    [startsAt, endsAt].map((at) => new Date(at).toISOString().slice(5, 16)).join("/"),
  )

const dates = ["20261201", "2026-12-01", "20261201Z", "20261201T", "2026-12-01T::"]

test("a date is a date by its form, with and without VALUE=DATE", () => {
  for (const date of dates) {
    for (const parameter of ["", ";VALUE=DATE", ";VALUE=DATE-TIME", ";TZID=Europe/Berlin", ";TZID=Nowhere"]) {
      assert.deepEqual(days("America/New_York", `DTSTART${parameter}:${date}`), ["12-01"], `${parameter} ${date}`)
    }
  }
  assert.deepEqual(days("Europe/Berlin", "DTSTART:20261201", "DTEND:20261203"), ["12-01"])
  for (const end of ["DTEND:20261201", "DURATION:P", "DURATION:P0D", "DURATION:-P1D", "DTEND:20261201T235900"]) {
    assert.deepEqual(days("Europe/Berlin", "DTSTART:20261201", end), ["12-01"], end)
  }
})

test("a time is a time by its form, also where VALUE=DATE stands", () => {
  for (const time of [
    ...["20261201T100000Z", "20261201T1000Z", "20261201t100000z", "20261201T100000.000Z"],
    ...["2026-12-01T10:00:00Z", "2026-12-01 10:00:00 Z", "20261201T120000+0200", "2026-12-01T05:00:00-05:00"],
  ]) {
    for (const parameter of ["", ";VALUE=DATE", ";VALUE=DATE-TIME", ";X-ODD"]) {
      const found = times(`DTSTART${parameter}:${time}`, "DURATION:PT1H")
      assert.deepEqual(found, ["12-01T10:00/12-01T11:00"], `${parameter} ${time}`)
    }
  }
})

const daily = ["DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=4"]

test("an exception of a whole-day series is its day, whatever its zone says", () => {
  for (const exception of [
    ...["EXDATE:20261202", "EXDATE;VALUE=DATE:20261202", "EXDATE;TZID=Pacific Standard Time:20261202T000000"],
    ...["EXDATE;TZID=Pacific/Auckland:20261202T000000", "EXDATE:20261202T000000", "EXDATE:20261202T000000Z"],
    ...["EXDATE:20261202/P1D", "EXDATE;TZID=Nowhere:20261202T090000", "EXDATE:20261202,,"],
  ]) {
    for (const zone of zones) assert.deepEqual(days(zone, ...daily, exception), ["12-01", "12-03", "12-04"], exception)
  }
})

test("a changed day of a whole-day series is its day, whatever its zone says", () => {
  for (const id of [
    ...["RECURRENCE-ID:20261202", "RECURRENCE-ID;TZID=W. Europe Standard Time:20261202T000000"],
    ...["RECURRENCE-ID:20261202T000000Z", "RECURRENCE-ID;VALUE=DATE:20261202"],
  ]) {
    for (const timeZone of zones) {
      const moved = event("UID:s", id, "DTSTART:20261209", "SUMMARY:Moved")
      const busy = read(timeZone, [...event("UID:s", ...daily), ...moved])
      const found = busy.map(({ startsAt }) => new Date(startsAt).toLocaleDateString("sv", { timeZone }).slice(5))
      assert.deepEqual(found, ["12-01", "12-03", "12-04", "12-09"], `${id} ${timeZone}`)
    }
  }
})

test("two versions of a changed day replace each other, however each writes the day", () => {
  const change = (id: string, sequence: number, title: string) =>
    event("UID:s", id, `SEQUENCE:${sequence}`, "DTSTART:20261202", `SUMMARY:${title}`)
  const busy = read("America/New_York", [
    ...event("UID:s", ...daily),
    ...change("RECURRENCE-ID:20261202T000000Z", 2, "Newer"),
    ...change("RECURRENCE-ID:20261202", 1, "Older"),
  ])
  assert.deepEqual(
    busy.map(({ title }) => title),
    ["", "Newer", "", ""],
  )
})

test("an end of a whole-day series keeps the day that it writes, everywhere", () => {
  const start = ["DTSTART:20261201"]
  for (const until of ["20261203", "20261203T000000Z", "20261203T000000", "20261203T235959Z", "2026-12-03"]) {
    for (const zone of zones) {
      const found = days(zone, ...start, `RRULE:FREQ=DAILY;UNTIL=${until}`)
      assert.deepEqual(found, ["12-01", "12-02", "12-03"], `${until} ${zone}`)
    }
  }
})

test("the midnight of a whole day that is written in UTC is the day that begins there", () => {
  const last = (zone: string, until: string) =>
    days(zone, "DTSTART;VALUE=DATE:20261201", `RRULE:FREQ=DAILY;UNTIL=${until}`).at(-1)
  assert.equal(last("Europe/Berlin", "20261202T230000Z"), "12-03")
  assert.equal(last("Europe/Berlin", "20261203T225959Z"), "12-03")
  assert.equal(last("America/New_York", "20261203T050000Z"), "12-03")
  assert.equal(last("America/New_York", "20261204T045959Z"), "12-03")
  assert.equal(last("Pacific/Auckland", "20261202T110000Z"), "12-03")
  assert.deepEqual(days("Europe/Berlin", ...daily, "EXDATE:20261201T230000Z"), ["12-01", "12-03", "12-04"])
})

const timed = ["DTSTART;TZID=Europe/Berlin:20261201T100000", "DTEND;TZID=Europe/Berlin:20261201T110000"]
const series = [...timed, "RRULE:FREQ=DAILY;COUNT=3"]
const withoutSecond = ["12-01T09:00/12-01T10:00", "12-03T09:00/12-03T10:00"]

test("an exception of a series of times may be a date, or a time without the zone", () => {
  for (const exception of [
    ...["EXDATE:20261202", "EXDATE;VALUE=DATE:20261202", "EXDATE:20261202T100000", "EXDATE:20261202T090000Z"],
    ...["EXDATE;TZID=America/New_York:20261202T040000", "EXDATE: 20261202T100000 , ", "EXDATE:2026-12-02T10:00:00"],
  ]) {
    assert.deepEqual(times(...series, exception), withoutSecond, exception)
  }
  const [first] = times(...timed)
  const second = "12-03T09:00/12-03T10:00"
  for (const extra of [
    "RDATE:20261203",
    "RDATE:20261203T100000",
    "RDATE:20261203T100000/PT1H",
    "RDATE:20261203T090000Z",
  ]) {
    assert.deepEqual(times(...timed, extra), [first, second], extra)
  }
})

test("an end without a zone has the zone of its start", () => {
  const found = ["12-01T15:00/12-01T16:00"]
  assert.deepEqual(times("DTSTART;TZID=America/New_York:20261201T100000", "DTEND:20261201T110000"), found)
  assert.deepEqual(times("DTSTART:20261201T150000Z", "DTEND:20261201T160000"), found)
})

test("an empty EXDATE, RDATE or RRULE is none", () => {
  for (const empty of [
    "EXDATE:",
    "EXDATE;VALUE=DATE:",
    "RDATE:",
    "RDATE;TZID=Europe/Berlin: ",
    "RRULE:",
    "DURATION:",
  ]) {
    assert.deepEqual(times(...timed, empty), ["12-01T09:00/12-01T10:00"], empty)
  }
})

test("values are read in any case and with outer spaces", () => {
  const three = ["12-01T09:00/12-01T10:00", "12-02T09:00/12-02T10:00", "12-03T09:00/12-03T10:00"]
  for (const rule of [
    ...["freq=daily;count=3", "FREQ = Daily ; COUNT = 3", "FREQ=DAILY;COUNT=3;", "RRULE:FREQ=DAILY;COUNT=3;INTERVAL="],
    ...["FREQ=WEEKLY;BYDAY=tu, we ,TH;COUNT=3", "FREQ=DAILY;until=20261203t090000z", "FREQ=DAILY;COUNT=3;WKST=;BYDAY="],
    "COUNT=3;X-OWN=1;DTSTART=19990104T110000Z;FREQ=DAILY",
  ]) {
    assert.deepEqual(times(...timed, `RRULE:${rule.replace(/^RRULE:/, "")}`), three, rule)
  }
  const spaced = ["dtstart ; tzid = Europe/Berlin : 20261201T100000 ", "DURATION: pt1h ", "TRANSP: opaque"]
  assert.deepEqual(times(...spaced), ["12-01T09:00/12-01T10:00"])
  assert.deepEqual(times(...timed, "TRANSP: Transparent "), [])
})
