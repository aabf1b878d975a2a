import assert from "node:assert/strict"
import { test } from "node:test"
import { failingWords, spanWords, unreadWords } from "./calendar-words.ts"

test("events that were left out are named by title or date, and the others counted", () => {
  assert.equal(unreadWords({}), undefined)
  assert.equal(unreadWords({ unreadableEvents: 2 }), "2 events could not be read.")
  const named = [{ title: "Stand-up", date: "2026-12-01" }, { title: "", date: "2026-12-02" }, { title: "" }]
  assert.equal(
    unreadWords({ unreadableEvents: 3, leftOut: named }, "en"),
    "3 events could not be read: “Stand-up” (Dec 1, 2026), one on Dec 2, 2026, and one without a title.",
  )
  assert.equal(
    unreadWords({ unreadableEvents: 1, leftOut: [{ title: "A", date: "2026-99-99" }] }, "en"),
    "1 event could not be read: “A” (2026-99-99).",
  )
  assert.equal(
    unreadWords({ unreadableEvents: 30, leftOut: [{ title: "A" }] }, "en"),
    "30 events could not be read: “A” and 29 more.",
  )
})

test("a failing calendar is known until a day", () => {
  const at = Date.UTC(2027, 0, 20, 23)
  assert.equal(failingWords(at, "Europe/Berlin", "en"), "Calendar unavailable, known until Jan 21, 2027")
})

test("hours over midnight end on the next day", () => {
  assert.equal(spanWords({ from: "09:00", to: "24:00" }), "09:00 to 24:00")
  assert.equal(spanWords({ from: "22:00", to: "02:00" }), "22:00 to 02:00 (next day)")
})
