import assert from "node:assert/strict"
import { test } from "node:test"
import { findZone } from "#kernel/time/zone.ts"
import { calendarText, event } from "#test/support/formats/calendar-text.ts"
import { readCalendar } from "./read-calendar.ts"

const window = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1), timeZone: "Asia/Tokyo" }

function starts(lines: string[]) {
  const { busy, unknownZoneEvents, unreadableEvents } = readCalendar(calendarText(...lines), window)
  assert.equal(unreadableEvents, 0)
  return { at: busy.map(({ startsAt }) => new Date(startsAt).toISOString().slice(11, 16)), unknownZoneEvents }
}

/** The offset of the zones that the calendars here describe is no known zone's. */
const described = (tzid: string) => [
  ...["BEGIN:VTIMEZONE", `TZID:${tzid}`, "BEGIN:STANDARD", "DTSTART:16010101T000000"],
  ...["TZOFFSETFROM:+0117", "TZOFFSETTO:+0117", "END:STANDARD", "END:VTIMEZONE"],
]
const nineIn = (parameter: string) => event(`DTSTART${parameter}:20260701T090000`, "DURATION:PT1H")

test("a zone that the calendar describes is what it describes", () => {
  for (const name of [
    ...[
      "BST",
      "IST",
      "AST",
      "CST",
      "EST",
      "GMT",
      "Eastern Standard Time",
      "Berlin",
      "Customized Time Zone",
      "GMT+05:30",
    ],
    ...["tzone://Microsoft/Custom", "(UTC+01:00) Amsterdam\\, Berlin", "Studio/Here", "(no TZ description)"],
  ]) {
    for (const parameter of [
      `;TZID=${name}`,
      `;TZID="${name.replaceAll("\\", "")}"`,
      `;X-A=1;TZID=${name};VALUE=DATE-TIME`,
    ]) {
      assert.deepEqual(
        starts([...described(name), ...nineIn(parameter)]),
        { at: ["07:43"], unknownZoneEvents: 0 },
        parameter,
      )
    }
  }
})

test("a description without the offset before it, or with only one half of the year, is read", () => {
  const brisbane = described("(UTC+10:00) Brisbane").filter((line) => !line.startsWith("TZOFFSETFROM"))
  assert.deepEqual(starts([...brisbane, ...nineIn(";TZID=(UTC+10:00) Brisbane")]).at, ["07:43"])
  const summer = described("Studio").map((line) => line.replace("STANDARD", "DAYLIGHT"))
  assert.deepEqual(starts([...summer, ...nineIn(";TZID=Studio")]).at, ["07:43"])
})

test("IANA names with a slash, and UTC, are what they are, whatever the calendar describes", () => {
  for (const [name, at] of [
    ...([
      ["Europe/Berlin", "07:00"],
      ["UTC", "09:00"],
      ["/example.org/2020/Europe/Berlin", "07:00"],
    ] as const),
  ]) {
    assert.deepEqual(starts([...described(name), ...nineIn(`;TZID=${name}`)]).at, [at], name)
  }
})

test("names that programs write are recognized", () => {
  for (const [name, at] of [
    ...([
      ["tzone://Microsoft/Utc", "09:00"],
      ["/freeassociation.sourceforge.net/UTC", "09:00"],
    ] as const),
    ...([
      ["/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", "07:00"],
      ["Etc/UTC", "09:00"],
    ] as const),
    ...([
      ["Eastern Standard Time 1", "13:00"],
      ["W. Europe Daylight Time", "07:00"],
      ["GMT", "09:00"],
    ] as const),
    ...([
      ["Berlin", "07:00"],
      ["New York", "13:00"],
      ["Kolkata", "03:30"],
      ["Kyiv", "06:00"],
    ] as const),
    ...([
      ["(UTC+01:00) Amsterdam, Berlin, Bern", "07:00"],
      ["(GMT+05:30) Chennai, Kolkata", "03:30"],
    ] as const),
    ...([
      ["(UTC-05:00) Eastern Time (US & Canada)", "13:00"],
      ["Atlantic Time (Canada)", "12:00"],
    ] as const),
    ...([
      ["(UTC) Coordinated Universal Time", "09:00"],
      ["'Europe/Berlin'", "07:00"],
      ["America/New York", "13:00"],
      ["CET", "07:00"],
    ] as const),
    ...([
      ["GMT+05:30", "03:30"],
      ["UTC-3", "12:00"],
      ["GMT-0500", "14:00"],
      ["Hawaii", "19:00"],
    ] as const),
  ]) {
    assert.deepEqual(starts(nineIn(`;TZID=${name}`)), { at: [at], unknownZoneEvents: 0 }, name)
  }
})

test("letters that many zones share are no zone, and are counted", () => {
  for (const name of ["BST", "IST", "AST", "CST", "PST", "ACT", "SystemV/AST4", "Eastern Time", "Nowhere"]) {
    assert.deepEqual(starts(nineIn(`;TZID=${name}`)), { at: ["00:00"], unknownZoneEvents: 1 }, name)
    assert.equal(findZone(name), undefined, name)
  }
})

test("X-WR-TIMEZONE is the zone of times without one, and no zone of dates", () => {
  const zone = "X-WR-TIMEZONE:America/New_York"
  assert.deepEqual(starts([zone, ...nineIn("")]).at, ["13:00"])
  assert.deepEqual(starts([...nineIn(""), zone]).at, ["13:00"])
  assert.deepEqual(starts([zone, ...event("DTSTART:20260701")]).at, ["15:00"])
  assert.deepEqual(starts(["X-WR-TIMEZONE:Nowhere", ...nineIn("")]), { at: ["00:00"], unknownZoneEvents: 0 })
})
