import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import { ServiceError } from "#kernel/error.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { calendarText, event } from "#test/support/formats/calendar-text.ts"
import { openCalendars, type ReaderOptions } from "./reader.ts"

const window = { from: Date.UTC(2026, 10, 19), to: Date.UTC(2027, 0, 20), timeZone: "Europe/Berlin" }

/** The deadline is so long that even a busy machine does not reach it. */
function open(t: TestContext, options: ReaderOptions = {}) {
  const calendars = openCalendars({ deadlineMs: 60_000, ...options })
  t.after(() => calendars.close())
  return (text: string) => calendars.read(Buffer.from(text), window)
}

const start = "DTSTART:20261120T090000"
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index).join()
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("\r\n")
const many = (count: number, ...each: string[]) =>
  calendarText(lines(count, (index) => ["BEGIN:VEVENT", `UID:${index}`, ...each, "END:VEVENT"].join("\r\n")))
const everything = `BYMONTH=${numbers(1, 12)};BYMONTHDAY=${numbers(1, 31)};BYHOUR=${numbers(0, 23)};BYMINUTE=${numbers(0, 59)};BYSECOND=${numbers(0, 59)}`

const bombs: [name: string, text: () => string, says: RegExp][] = [
  ["no calendar", () => "<!doctype html><title>Sign in</title>", /not a calendar/],
  ["nothing", () => "", /not a calendar/],
  [
    "many rules that count to a billion and never come",
    () => many(3_000, "DTSTART:19700101T090000", "RRULE:FREQ=DAILY;COUNT=999999999;BYMONTH=2;BYMONTHDAY=30"),
    /rules that are too complex/,
  ],
  ["a million events", () => many(1_000_000, start), /more than 20000 events/],
  [
    "more single events than a person has",
    () => many(3_000, start, "DURATION:PT1H"),
    /more than 2000 events in the next 62 days/,
  ],
  [
    "a hundred thousand components in each other",
    () => calendarText(lines(100_000, (index) => `BEGIN:X-${index}`)),
    /nested too deeply/,
  ],
]

for (const [name, text, says] of bombs) {
  test(`${name}: refused in one sentence, and the process is unharmed`, async (t) => {
    const read = open(t)
    const bomb = text()
    const begin = performance.now()
    await assert.rejects(read(bomb), (error: ServiceError) => {
      assert.ok(error instanceof ServiceError)
      assert.equal(error.code, "invalid_request")
      assert.match(error.message, says)
      assert.match(error.message, /^[A-Z].*\.$/)
      return true
    })
    t.diagnostic(`refused after ${Math.round(performance.now() - begin)} ms`)
    const { busy } = await read(calendarText(...event(start, "DURATION:PT1H")))
    assert.equal(busy.length, 1)
  })
}

const oddEvents: [name: string, date: string, lines: string[]][] = [
  ["a rule for every second of a year", "2016-01-05", ["DURATION:PT1H", `RRULE:FREQ=YEARLY;COUNT=1;${everything}`]],
  ["a rule for every second", "2016-01-05", ["RRULE:FREQ=SECONDLY"]],
  [
    "a rule that counts to a billion and never comes",
    "0001-01-01",
    ["RRULE:FREQ=HOURLY;COUNT=999999999;BYMONTH=2;BYMONTHDAY=30"],
  ],
  ["an event that begins every hour and takes centuries", "1753-01-01", ["DURATION:P99999D", "RRULE:FREQ=HOURLY"]],
  ["a line of eight million characters", "2026-11-21", [`EXDATE:${"20261121T090000,".repeat(5e5)}`]],
]

for (const [name, date, lines] of oddEvents) {
  test(`${name}: its event is left out and named, and another one stays`, async (t) => {
    const read = open(t)
    const odd = event(`DTSTART:${date.replaceAll("-", "")}T090000`, "SUMMARY:Odd", ...lines)
    const calendar = await read(calendarText(...odd, ...event(start, "DURATION:PT1H", "SUMMARY:Good")))
    assert.deepEqual(valuesOf(calendar.busy, "title"), ["Good"])
    assert.equal(calendar.unreadableEvents, 1)
    assert.deepEqual(calendar.leftOut, [{ title: "Odd", date }])
  })
}

test("series that fill the days are left out, the longest first, and the others stay", async (t) => {
  const read = open(t)
  const hourly = (title: string, every: number) =>
    event(start, "DURATION:PT5M", `SUMMARY:${title}`, `RRULE:FREQ=HOURLY;INTERVAL=${every}`)
  const text = calendarText(
    ...hourly("Each hour", 1),
    ...hourly("Each second hour", 2),
    ...event(start, "DURATION:PT1H"),
  )
  const { busy, leftOut } = await read(text)
  assert.deepEqual(valuesOf(leftOut, "title"), ["Each hour"])
  assert.equal(busy.filter(({ title }) => title === "Each second hour").length + 1, busy.length)
})

test("of many odd events the first are named, and all are counted", async (t) => {
  const read = open(t)
  const { leftOut, unreadableEvents } = await read(many(300, start, "RRULE:FREQ=MINUTELY"))
  assert.deepEqual([leftOut.length, unreadableEvents], [20, 300])
})

test("a calendar that takes too long is stopped at its deadline", async (t) => {
  const read = open(t, { deadlineMs: 1 })
  await assert.rejects(read(many(20_000, start)), { code: "invalid_request", message: /too complex to read/ })
})

test("a calendar that takes too much memory ends its thread only, and the memory comes back", async (t) => {
  const read = open(t, { maxHeapMb: 8 })
  const text = many(20_000, start, `SUMMARY:${"x".repeat(400)}`)
  const before = process.memoryUsage.rss()
  for (let round = 0; round < 3; round++) {
    await assert.rejects(read(text), { code: "invalid_request", message: /too complex to read/ })
  }
  assert.ok(process.memoryUsage.rss() - before < 100_000_000)
})

test("a busy past is read, however long", async (t) => {
  const read = open(t)
  const past = lines(60_000, (index) =>
    ["BEGIN:VEVENT", `UID:${index}`, "DTSTART;TZID=Europe/Berlin:20200105T090000", "DURATION:PT1H", "END:VEVENT"].join(
      "\r\n",
    ),
  )
  const weekly = lines(500, (index) =>
    [
      "BEGIN:VEVENT",
      `UID:w${index}`,
      "DTSTART;TZID=Europe/Berlin:20160105T090000",
      "DURATION:PT1H",
      "RRULE:FREQ=WEEKLY;COUNT=500",
      "END:VEVENT",
    ].join("\r\n"),
  )
  const { busy } = await read(calendarText(past, weekly, ...event(start, "DURATION:PT1H")))
  assert.equal(busy.length, 1)
})

test("several calendars are read at once, each by itself", async (t) => {
  const read = open(t)
  const all = await Promise.all(
    Array.from({ length: 6 }, (_, index) => read(calendarText(...event(start, "DURATION:PT1H", `SUMMARY:${index}`)))),
  )
  assert.deepEqual(
    all.map(({ busy }) => busy[0]?.title),
    ["0", "1", "2", "3", "4", "5"],
  )
})
