import assert from "node:assert/strict"
import { test } from "node:test"
import { orderOfDates, readDate } from "./read-dates.ts"

const read = (cell: string, order: "day-first" | "month-first" = "day-first") =>
  readDate(cell, { order, day: "end" })?.toISOString()

test("dates with a time are read as spreadsheets and programs write them, in local time without a zone", () => {
  const local = new Date(2027, 11, 31, 23, 59).toISOString()
  for (const cell of [
    ...["2027-12-31 23:59", "2027-12-31T23:59:00", "2027/12/31 23:59:00.000", "31.12.2027 23:59", "31/12/2027 23:59"],
    ...["31-12-2027, 11:59 PM", "31.12.27 23.59", "31 Dec 2027 23:59", "31-Dec-27 11:59 pm", "31. December 2027 23:59"],
    ...["Dec 31, 2027, 11:59\u202fPM", "December 31st, 2027 at 11:59 p.m.", "Friday, December 31, 2027 23:59"],
    ...["2027年12月31日 23時59分", "2027年12月31日 午後11:59", "2027/12/31 下午11:59", "2027. 12. 31. 오후 11:59:00"],
    ...[
      "２０２７年１２月３１日　２３：５９",
      "2027년 12월 31일 23시 59분",
      "Fri Dec 31 23:59:00 2027",
      "31 déc. 2027 23:59",
    ],
    ...["31. Dez. 2027, 23:59 Uhr", "31 dic 2027 23:59", "31 dezembro 2027 23:59"],
    ...["２０２７-12-31 23:59", " 2027-12-31\u00a023:59 "],
  ]) {
    assert.equal(read(cell), local, cell)
  }
  assert.equal(read("12/31/2027 11:59 PM", "month-first"), local)
  assert.equal(read("12:00 AM"), undefined)
})

test("a zone counts, as do seconds since 1970", () => {
  for (const cell of [
    ...["2027-12-31T22:59:00Z", "2027-12-31T22:59:00.000Z", "2027-12-31T23:59:00+0100", "2027-12-31 23:59:00 +01:00"],
    ...[
      "2027-12-31 22:59:00.000000+00",
      "2027-12-31 22:59:00 +0000 UTC",
      "2027-12-31 17:59 EST",
      "2027-12-31 23:59 CET",
    ],
    ...["1830293940.0", "1830293940000000", "Fri Dec 31 22:59:00 UTC 2027"],
    ...["2027-12-31 22:59 UTC", "Fri, 31 Dec 2027 22:59:00 GMT", "1830293940", "1830293940000"],
    "Fri Dec 31 2027 23:59:00 GMT+0100 (Central European Standard Time)",
  ]) {
    assert.equal(read(cell), "2027-12-31T22:59:00.000Z", cell)
  }
})

test("a date without a time is the end of its day as an end, and its day everywhere otherwise", () => {
  const end = new Date(2027, 11, 31, 23, 59).toISOString()
  for (const cell of [
    "2027-12-31",
    "20271231",
    "31.12.2027",
    "31 December 2027",
    "46752",
    "2027年12月31日",
    "2027. 12. 31.",
  ]) {
    assert.equal(read(cell), end, cell)
    const noon = readDate(cell, { order: "day-first", day: "noon" })?.toISOString()
    assert.equal(noon, "2027-12-31T12:00:00.000Z", cell)
  }
})

test("other text is no date", () => {
  for (const cell of [
    "tomorrow",
    "31.02.2027",
    "2027-13-01",
    "31/31/2027",
    "2027-12-31 25:00",
    "12",
    "",
    "Foo 31, 2027",
  ]) {
    assert.equal(read(cell), undefined, cell)
  }
})

test("which number is the day is decided for the whole column, and stays open where no cell says it", () => {
  assert.equal(orderOfDates(["01.02.2027", "", "25.12.2022 18:00", "soon"]), "day-first")
  assert.equal(orderOfDates(["01/02/2027", "12/25/22"]), "month-first")
  assert.equal(orderOfDates(["01/02/2027", "03.04.2027"]), "open")
  assert.equal(orderOfDates(["25/12/2027", "12/25/2027"]), "open", "the cells contradict each other")
  assert.equal(orderOfDates(["2027-01-02", "1 Feb 2027", "05/05/2027"]), undefined, "no cell needs it")
})
