import assert from "node:assert/strict"
import { test } from "node:test"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { calendarText, event } from "#test/support/formats/calendar-text.ts"
import { decodeCalendar } from "./decode-calendar.ts"
import { readCalendar } from "./read-calendar.ts"

const window = { from: Date.UTC(2026, 10, 19), to: Date.UTC(2027, 0, 20), timeZone: "Europe/Berlin" }
const titles = (text: string) => valuesOf(readCalendar(text, window).busy, "title")

const day = (date: string, title: string) => event(`DTSTART:${date}`, `SUMMARY:${title}`)
const alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "SUMMARY:Ring", "TRIGGER:-PT15M", "DURATION:PT5M", "END:VALARM"]
const inside = (...lines: string[]) => ["BEGIN:VEVENT", "UID:i", ...lines, "END:VEVENT"]

test("a missing END ends where the next component begins, and the others count", () => {
  const first = ["DTSTART:20261201", "SUMMARY:First"]
  const open = alarm.slice(0, -1)
  for (const [name, odd] of [
    ["END:VALARM", inside(...first, ...open)],
    ["END:VALARM of two", inside(...first, ...open, ...open)],
    ["END:VALARM, before the times", inside("SUMMARY:First", ...open, "DTSTART:20261201")],
    ["END:VEVENT", inside(...first).slice(0, -1)],
    ["END:VEVENT after an alarm", inside(...first, ...alarm).slice(0, -1)],
    ["BEGIN:VALARM", inside(...first, "ACTION:DISPLAY", "END:VALARM")],
    ["BEGIN:VEVENT of nothing", [...inside(...first), "END:VEVENT"]],
    ["END:VTODO", ["BEGIN:VTODO", "DUE:20261201", ...inside(...first)]],
  ] as const) {
    assert.deepEqual(titles(calendarText(...odd, ...day("20261202", "Second"))), ["First", "Second"], name)
  }
})

test("a title without end is cut, and its event stays", () => {
  const [long = ""] = titles(calendarText(...day("20261201", "x".repeat(300_000))))
  assert.equal(long, "x".repeat(500))
})

test("an odd event is named by its title or its date, and a private one keeps its title", () => {
  const odd = (...lines: string[]) => event("RRULE:FREQ=MINUTELY", ...lines)
  const { leftOut, unreadableEvents } = readCalendar(
    calendarText(
      ...odd("DTSTART:20261201T100000", "SUMMARY:Each minute"),
      ...odd("DTSTART;TZID=Europe/Berlin:20261202T100000"),
      ...odd("DTSTART:soon", "SUMMARY:Doctor", "CLASS:PRIVATE"),
    ),
    window,
  )
  assert.equal(unreadableEvents, 3)
  assert.deepEqual(leftOut, [
    { title: "Each minute", date: "2026-12-01" },
    { title: "", date: "2026-12-02" },
    { title: "Private event" },
  ])
})

test("changes without their series are read", () => {
  const change = event("UID:s", "RECURRENCE-ID:20261201T100000Z", "DTSTART:20261201", "SUMMARY:Changed")
  assert.deepEqual(titles(calendarText(...change)), ["Changed"])
})

test("a file that ends in the middle is refused", () => {
  const text = calendarText(...day("20261201", "First"), ...inside("DTSTART:20261202", ...alarm))
  const whole = text.trimEnd().length
  for (let length = "BEGIN:VCALENDAR\r\n".length; length < whole - 1; length += 7) {
    assert.throws(() => titles(text.slice(0, length)), { name: "CalendarFault", message: /ends in the middle/ })
  }
  assert.deepEqual(titles(text.slice(0, whole)), ["First", ""])
  assert.deepEqual(titles(`${text}\r\n\r\n${calendarText(...day("20261203", "Third"))}`), ["First", "", "Third"])
})

const word = "Größe: Übung „süß“"

test("a fold inside a character is read", () => {
  const bytes = Buffer.from(calendarText(...day("20261201", word)))
  for (const fold of ["\r\n ", "\n\t", "\r\r\n ", "\r "]) {
    for (let at = bytes.indexOf("Gr"); at < bytes.indexOf("END:VEVENT") - 2; at++) {
      const folded = Buffer.concat([bytes.subarray(0, at), Buffer.from(fold), bytes.subarray(at)])
      assert.deepEqual(titles(decodeCalendar(folded)), [word], `${JSON.stringify(fold)} at ${at}`)
    }
  }
})

const encoded = (text: string, encoding: BufferEncoding, mark = "") =>
  Buffer.concat([Buffer.from(mark, "latin1"), Buffer.from(text, encoding)])

test("UTF-16 and Latin-1 are read, and what the server names as charset", () => {
  const text = calendarText(...day("20261201", "Größe und Übung")).replace("Übung", "\r\n Übung")
  const swapped = encoded(text, "utf16le").swap16()
  const found = ["Größe und Übung"]
  for (const [name, file, charset] of [
    ["UTF-16 with its mark", encoded(text, "utf16le", "\xff\xfe")],
    ["UTF-16 without", encoded(text, "utf16le")],
    ["the other UTF-16", swapped],
    ["the other UTF-16, as UTF-8", swapped, "utf-8"],
    ["Latin-1", encoded(text, "latin1")],
    ["Latin-1, named", encoded(text, "latin1"), "ISO-8859-1"],
    ["Latin-1, as UTF-8", encoded(text, "latin1"), "utf-8"],
    ["Latin-1, named as nothing known", encoded(text, "latin1"), "x-none"],
    ["UTF-8 with its mark", encoded(text, "utf8", "\xef\xbb\xbf")],
    ["UTF-8, as Latin-1", encoded(text, "utf8"), "iso-8859-1"],
  ] as const) {
    assert.deepEqual(titles(decodeCalendar(file, charset)), found, name)
  }
  const cyrillic = calendarText(...day("20261201", "\xcf\xf0\xe8\xe2\xe5\xf2"))
  assert.deepEqual(titles(decodeCalendar(encoded(cyrillic, "latin1"), "windows-1251")), ["Привет"])
})
