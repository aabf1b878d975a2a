import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import ICAL from "ical.js"
import { RRuleTemporal } from "rrule-temporal"
import { findZone } from "#kernel/time/zone.ts"
import { runs } from "#test/support/basics/property-runs.ts"
import { itemsOf } from "./moments.ts"
import { propertyText, readProperties } from "./properties.ts"
import { readCalendar } from "./read-calendar.ts"

const weekday = fc.constantFrom("MO", "TU", "WE", "TH", "FR", "SA", "SU")
const some = (value: fc.Arbitrary<number | string>, most = 3) =>
  fc.uniqueArray(value, { minLength: 1, maxLength: most }).map((values) => values.join())
const fromEitherEnd = (most: number) => fc.oneof(fc.integer({ min: 1, max: most }), fc.integer({ min: -most, max: -1 }))
/** The RFC does not say whether a week across two years belongs to an odd or an even year. */
const innerWeek = fc.oneof(fc.integer({ min: 2, max: 51 }), fc.integer({ min: -51, max: -2 }))
const nthWeekday = (most: number) =>
  fc
    .tuple(
      fc.integer({ min: -most, max: most }).filter((nth) => nth !== 0),
      weekday,
    )
    .map(([nth, day]) => `${nth}${day}`)
const month = fc.integer({ min: 1, max: 12 })
const parts = (record: Record<string, fc.Arbitrary<string>>) => fc.record(record, { requiredKeys: [] })
/** A time that the clock skips is moved here (RFC 5545 section 3.3.5), and dropped there; see zones.test.ts. */
const clearHour = fc.integer({ min: 4, max: 23 })
const withFrequency = (FREQ: string, optional: Record<string, fc.Arbitrary<string>>) =>
  parts({ BYHOUR: some(clearHour), BYMONTH: some(month), ...optional }).map((rule) => ({
    FREQ,
    ...rule,
  }))

/**
 * The rules that both readers support. Excluded are rules that the other reader reads unlike the table in RFC 5545
 * section 3.3.10: it does not intersect two lists of days in a yearly rule, or numbered weekdays with other lists.
 */
const rule = fc.oneof(
  withFrequency("HOURLY", { BYMINUTE: some(fc.integer({ min: 0, max: 59 })), BYDAY: some(weekday) }),
  withFrequency("DAILY", { BYMONTHDAY: some(fromEitherEnd(31), 5), BYDAY: some(weekday) }),
  withFrequency("WEEKLY", { BYDAY: some(weekday) }),
  withFrequency("MONTHLY", { BYMONTHDAY: some(fromEitherEnd(31), 5), BYDAY: some(weekday) }),
  withFrequency("MONTHLY", { BYDAY: some(nthWeekday(4)) }),
  withFrequency("YEARLY", { BYMONTHDAY: some(fromEitherEnd(31), 5) }),
  withFrequency("YEARLY", { BYYEARDAY: some(fromEitherEnd(365), 5) }),
  withFrequency("YEARLY", { BYDAY: some(nthWeekday(4)) }),
  fc.record({ FREQ: fc.constant("YEARLY"), BYWEEKNO: some(innerWeek), BYDAY: some(weekday) }),
)
const general = parts({
  INTERVAL: fc.integer({ min: 1, max: 5 }).map(String),
  WKST: weekday,
  COUNT: fc.integer({ min: 1, max: 40 }).map(String),
})
const start = fc.record({
  day: fc.integer({ min: 0, max: 7_300 }),
  hour: fc.integer({ min: 4, max: 22 }),
  zone: fc.constantFrom("UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe"),
})

const basic = (wall: number) => new Date(wall).toISOString().replace(/[-:]|\.\d+Z/g, "")

/** Events that begin at a wall time in a zone and recur by a rule. */
interface Series {
  zone: string
  at: string
  rule: string
}

interface Span {
  from: number
  to: number
}

function ours({ zone, at, rule }: Series, span: Span): number[] {
  const event = ["UID:1", `DTSTART;TZID=${zone}:${at}`, "DURATION:PT1S", `RRULE:${rule}`]
  const text = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", ...event, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n")
  return readCalendar(text, { ...span, timeZone: "UTC" }).busy.map(({ startsAt }) => startsAt)
}

function theirs({ zone, at, rule }: Series, span: Span): number[] {
  const other = new RRuleTemporal({
    rruleString: `DTSTART;TZID=${zone}:${at}\nRRULE:${rule}`,
    maxIterations: 1_000_000,
  })
  const found = other.between(new Date(span.from), new Date(span.to), true)
  return [...new Set(found.map((time) => time.epochMilliseconds))]
}

/** How far the span reaches, within the limits of a calendar. */
const lookedAtDays: Record<string, number> = { HOURLY: 20, YEARLY: 3_000 }

test("generated rules recur when another reader of rules says they do", () => {
  let compared = 0
  const property = fc.property(rule, general, start, (some, more, { day, hour, zone }) => {
    const text = Object.entries({ ...some, ...more })
      .map(([name, value]) => `${name}=${value}`)
      .join(";")
    const wall = Date.UTC(2005, 0, 1) + day * 86_400_000 + hour * 3_600_000
    const begin = findZone(zone)?.toInstant(wall) ?? 0
    const days = lookedAtDays[some.FREQ] ?? 500
    // Readers differ on a start that the rule does not match, so the start becomes the first match.
    const { COUNT: _, ...endless } = { COUNT: "", ...some, ...more }
    const uncounted = Object.entries(endless)
      .map(([name, value]) => `${name}=${value}`)
      .join(";")
    const first = theirs(
      { zone, at: basic(wall), rule: uncounted },
      { from: begin, to: begin + 2 * days * 86_400_000 },
    )[0]
    fc.pre(first !== undefined)
    const at = basic(findZone(zone)?.toWall(first) ?? 0)
    const span = { from: begin, to: begin + days * 86_400_000 + 1 }
    fc.pre(some.FREQ !== "HOURLY" || isSteady(zone, span))
    compared++
    const series = { zone, at, rule: text }
    assert.deepEqual(ours(series, span), theirs(series, span), `${zone} ${at} ${text}`)
  })
  fc.assert(property, { numRuns: runs(100), verbose: 1, ...seeded() })
  assert.ok(compared > 0)
})

/** An hourly rule counts clock hours here, and elapsed hours in the other reader. Both agree where no clock changes. */
function isSteady(zone: string, { from, to }: Span): boolean {
  const offset = (instant: number) => (findZone(zone)?.toWall(instant) ?? 0) - instant
  return offset(from) === offset(to) && offset(from) === offset((from + to) / 2)
}

const zone = fc.constantFrom("Europe/Berlin", '"Eastern Standard Time"', '"(UTC+01:00) Berlin; Bern"')
const time = fc.integer({ min: 0, max: 1e9 }).map((seconds) => basic(Date.UTC(2005, 0, 1) + seconds * 1_000))
const date = time.map((text) => text.slice(0, 8))
const timedLine = fc.oneof(
  fc
    .tuple(fc.constantFrom("DTSTART", "DTEND", "RECURRENCE-ID"), date)
    .map(([name, day]) => `${name};VALUE=DATE:${day}`),
  fc.tuple(fc.constantFrom("EXDATE", "RDATE"), fc.array(time, { minLength: 1 })).map(([name, all]) => `${name}:${all}`),
  fc.tuple(zone, time).map(([tzid, at]) => `DTSTART;X-A="b:c";TZID=${tzid}:${at}`),
  time.map((at) => `DTSTART:${at}Z`),
)
const plain = (values: unknown[]) => values.map((value) => String(value).replace(/[-:]/g, ""))

test("lines with times have the parameters and values that another reader of calendars finds", () => {
  const property = fc.property(timedLine, (line) => {
    const [name, parameters, , ...values] = ICAL.parse.property(line, ICAL.design.icalendar) as unknown as [
      string,
      Record<string, string>,
      string,
      ...unknown[],
    ]
    const [ours] = readProperties({ lines: [line] })
    assert.deepEqual([ours?.name, ours?.parameters.tzid], [name, parameters.tzid])
    assert.deepEqual(plain(itemsOf(ours?.value ?? "")), plain(values))
  })
  fc.assert(property, { numRuns: runs(200), ...seeded() })
})

test("titles have the text that another reader of calendars finds", () => {
  const property = fc.property(
    fc.string({ unit: fc.constantFrom("a", "\\", ",", ";", ":", '"', "n", "N", "é") }),
    (text) => {
      const line = `SUMMARY;X-A="b:c":x${text.replace(/[\\,;]/g, "\\$&")}`
      const theirs = String((ICAL.parse.property(line, ICAL.design.icalendar) as unknown as unknown[])[3])
      assert.equal(propertyText(readProperties({ lines: [line] }), "summary"), theirs)
    },
  )
  fc.assert(property, { numRuns: runs(200), ...seeded() })
})

/** A failure prints its seed; TEST_SEED repeats it. */
function seeded(): { seed: number } {
  const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
  console.info(`seed ${seed}`)
  return { seed }
}
