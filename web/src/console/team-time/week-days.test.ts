import assert from "node:assert/strict"
import { test } from "node:test"
import { dayAfter, dayName, weekBefore, weekName } from "./week-days.ts"

test("a week is named by its months and dates, and its days by theirs", () => {
  assert.equal(dayAfter("2026-12-28", 7), "2027-01-04")
  assert.match(weekName("2026-11-26", "2026-12-02", "en-US"), /^November 26\s–\sDecember 2, 2026$/)
  assert.match(weekName("2026-12-28", "2027-01-03", "en-US"), /2026.*2027$/)
  assert.deepEqual(dayName("2026-11-26", true, "en-US"), { weekday: "Thu", day: "Nov\u00a026" })
  assert.deepEqual(dayName("2026-11-27", false, "en-US"), { weekday: "Fri", day: "27" })
  assert.deepEqual(dayName("2026-12-01", false, "en-US"), { weekday: "Tue", day: "Dec\u00a01" })
})

test("the week before is that from today when it would begin earlier", () => {
  const now = Date.parse("2026-11-26T23:30:00Z")
  assert.equal(weekBefore("2026-12-10", now, "UTC"), "2026-12-03")
  assert.equal(weekBefore("2026-12-03", now, "UTC"), undefined)
  assert.equal(weekBefore("2026-12-04", now, "Asia/Tokyo"), undefined, "there it is the 27th")
})
