import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { findZone } from "#kernel/time/zone.ts"
import { readCalendar } from "./read-calendar.ts"

/**
 * The examples of RFC 5545 section 3.8.5.3, all of them and in its order: the rule, the start where it is not 9:00 on
 * September 2, 1997, and the dates that the RFC prints, in New York. `without` is a property that removes a date.
 * `upTo` is the last date of an expansion that the RFC cuts off ("...").
 */
interface Example {
  says: string
  rule: string
  start?: string
  without?: string
  dates: string[]
  upTo?: string
}

const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)
const two = (number: number) => String(number).padStart(2, "0")
/** `days("1997-09", 2, 4)` are two days of one month. */
const days = (month: string, ...numbers: number[]) => numbers.map((day) => `${month}-${two(day)}`)
const months = (...parts: string[][]) => parts.flat()

const everyDayOfJanuary = range(1998, 2000).flatMap((year) => days(`${year}-01`, ...range(1, 31)))
const weekly10 = months(days("1997-09", 2, 9, 16, 23, 30), days("1997-10", 7, 14, 21, 28), days("1997-11", 4))
const tuesdaysAndThursdays = months(days("1997-09", 2, 4, 9, 11, 16, 18, 23, 25, 30), days("1997-10", 2))
const every20Minutes = ["1997-09-02", "1997-09-03"].flatMap((day) =>
  range(9, 16).flatMap((hour) => ["00", "20", "40"].map((minute) => `${day} ${two(hour)}:${minute}`)),
)

const examples: Example[] = [
  { says: "daily for 10 occurrences", rule: "FREQ=DAILY;COUNT=10", dates: days("1997-09", ...range(2, 11)) },
  {
    says: "daily until December 24, 1997",
    rule: "FREQ=DAILY;UNTIL=19971224T000000Z",
    dates: months(
      days("1997-09", ...range(2, 30)),
      days("1997-10", ...range(1, 31)),
      days("1997-11", ...range(1, 30)),
      days("1997-12", ...range(1, 23)),
    ),
  },
  {
    says: "every other day - forever",
    rule: "FREQ=DAILY;INTERVAL=2",
    dates: months(
      days("1997-09", ...range(2, 30, 2)),
      days("1997-10", ...range(2, 30, 2)),
      days("1997-11", ...range(1, 29, 2)),
      days("1997-12", 1, 3),
    ),
    upTo: "1997-12-03",
  },
  {
    says: "every 10 days, 5 occurrences",
    rule: "FREQ=DAILY;INTERVAL=10;COUNT=5",
    dates: months(days("1997-09", 2, 12, 22), days("1997-10", 2, 12)),
  },
  {
    says: "every day in January, for 3 years",
    start: "19980101T090000",
    rule: "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA",
    dates: everyDayOfJanuary,
  },
  {
    says: "every day in January, for 3 years, said otherwise",
    start: "19980101T090000",
    rule: "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1",
    dates: everyDayOfJanuary,
  },
  { says: "weekly for 10 occurrences", rule: "FREQ=WEEKLY;COUNT=10", dates: weekly10 },
  {
    says: "weekly until December 24, 1997",
    rule: "FREQ=WEEKLY;UNTIL=19971224T000000Z",
    dates: months(weekly10, days("1997-11", 11, 18, 25), days("1997-12", 2, 9, 16, 23)),
  },
  {
    says: "every other week - forever",
    rule: "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
    dates: months(
      days("1997-09", 2, 16, 30),
      days("1997-10", 14, 28),
      days("1997-11", 11, 25),
      days("1997-12", 9, 23),
      days("1998-01", 6, 20),
      days("1998-02", 3, 17),
    ),
    upTo: "1998-02-17",
  },
  {
    says: "weekly on Tuesday and Thursday for five weeks",
    rule: "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
    dates: tuesdaysAndThursdays,
  },
  {
    says: "weekly on Tuesday and Thursday for five weeks, said otherwise",
    rule: "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH",
    dates: tuesdaysAndThursdays,
  },
  {
    says: "every other week on Monday, Wednesday, and Friday until December 24, 1997",
    start: "19970901T090000",
    rule: "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
    dates: months(
      days("1997-09", 1, 3, 5, 15, 17, 19, 29),
      days("1997-10", 1, 3, 13, 15, 17, 27, 29, 31),
      days("1997-11", 10, 12, 14, 24, 26, 28),
      days("1997-12", 8, 10, 12, 22),
    ),
  },
  {
    says: "every other week on Tuesday and Thursday, for 8 occurrences",
    rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
    dates: months(days("1997-09", 2, 4, 16, 18, 30), days("1997-10", 2, 14, 16)),
  },
  {
    says: "monthly on the first Friday for 10 occurrences",
    start: "19970905T090000",
    rule: "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
    dates: [
      ...["1997-09-05", "1997-10-03", "1997-11-07", "1997-12-05", "1998-01-02"],
      ...["1998-02-06", "1998-03-06", "1998-04-03", "1998-05-01", "1998-06-05"],
    ],
  },
  {
    says: "monthly on the first Friday until December 24, 1997",
    start: "19970905T090000",
    rule: "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR",
    dates: ["1997-09-05", "1997-10-03", "1997-11-07", "1997-12-05"],
  },
  {
    says: "every other month on the first and last Sunday of the month for 10 occurrences",
    start: "19970907T090000",
    rule: "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
    dates: months(
      days("1997-09", 7, 28),
      days("1997-11", 2, 30),
      days("1998-01", 4, 25),
      days("1998-03", 1, 29),
      days("1998-05", 3, 31),
    ),
  },
  {
    says: "monthly on the second-to-last Monday of the month for 6 months",
    start: "19970922T090000",
    rule: "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
    dates: ["1997-09-22", "1997-10-20", "1997-11-17", "1997-12-22", "1998-01-19", "1998-02-16"],
  },
  {
    says: "monthly on the third-to-the-last day of the month, forever",
    start: "19970928T090000",
    rule: "FREQ=MONTHLY;BYMONTHDAY=-3",
    dates: ["1997-09-28", "1997-10-29", "1997-11-28", "1997-12-29", "1998-01-29", "1998-02-26"],
    upTo: "1998-02-26",
  },
  {
    says: "monthly on the 2nd and 15th of the month for 10 occurrences",
    rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
    dates: ["1997-09", "1997-10", "1997-11", "1997-12", "1998-01"].flatMap((month) => days(month, 2, 15)),
  },
  {
    says: "monthly on the first and last day of the month for 10 occurrences",
    start: "19970930T090000",
    rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
    dates: months(
      days("1997-09", 30),
      days("1997-10", 1, 31),
      days("1997-11", 1, 30),
      days("1997-12", 1, 31),
      days("1998-01", 1, 31),
      days("1998-02", 1),
    ),
  },
  {
    says: "every 18 months on the 10th thru 15th of the month for 10 occurrences",
    start: "19970910T090000",
    rule: "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
    dates: months(days("1997-09", ...range(10, 15)), days("1999-03", ...range(10, 13))),
  },
  {
    says: "every Tuesday, every other month",
    rule: "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
    dates: months(
      days("1997-09", 2, 9, 16, 23, 30),
      days("1997-11", 4, 11, 18, 25),
      days("1998-01", 6, 13, 20, 27),
      days("1998-03", 3, 10, 17, 24, 31),
    ),
    upTo: "1998-03-31",
  },
  {
    says: "yearly in June and July for 10 occurrences",
    start: "19970610T090000",
    rule: "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
    dates: range(1997, 2001).flatMap((year) => [`${year}-06-10`, `${year}-07-10`]),
  },
  {
    says: "every other year on January, February, and March for 10 occurrences",
    start: "19970310T090000",
    rule: "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
    dates: ["1997-03-10", ...[1999, 2001, 2003].flatMap((year) => [`${year}-01-10`, `${year}-02-10`, `${year}-03-10`])],
  },
  {
    says: "every third year on the 1st, 100th, and 200th day for 10 occurrences",
    start: "19970101T090000",
    rule: "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
    dates: [
      ...["1997-01-01", "1997-04-10", "1997-07-19", "2000-01-01", "2000-04-09"],
      ...["2000-07-18", "2003-01-01", "2003-04-10", "2003-07-19", "2006-01-01"],
    ],
  },
  {
    says: "every 20th Monday of the year, forever",
    start: "19970519T090000",
    rule: "FREQ=YEARLY;BYDAY=20MO",
    dates: ["1997-05-19", "1998-05-18", "1999-05-17"],
    upTo: "1999-12-31",
  },
  {
    says: "Monday of week number 20, forever",
    start: "19970512T090000",
    rule: "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
    dates: ["1997-05-12", "1998-05-11", "1999-05-17"],
    upTo: "1999-12-31",
  },
  {
    says: "every Thursday in March, forever",
    start: "19970313T090000",
    rule: "FREQ=YEARLY;BYMONTH=3;BYDAY=TH",
    dates: months(days("1997-03", 13, 20, 27), days("1998-03", 5, 12, 19, 26), days("1999-03", 4, 11, 18, 25)),
    upTo: "1999-12-31",
  },
  {
    says: "every Thursday, but only during June, July, and August, forever",
    start: "19970605T090000",
    rule: "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
    dates: months(
      days("1997-06", 5, 12, 19, 26),
      days("1997-07", 3, 10, 17, 24, 31),
      days("1997-08", 7, 14, 21, 28),
      days("1998-06", 4, 11, 18, 25),
      days("1998-07", 2, 9, 16, 23, 30),
      days("1998-08", 6, 13, 20, 27),
      days("1999-06", 3, 10, 17, 24),
      days("1999-07", 1, 8, 15, 22, 29),
      days("1999-08", 5, 12, 19, 26),
    ),
    upTo: "1999-12-31",
  },
  {
    says: "every Friday the 13th, forever",
    rule: "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
    without: "EXDATE;TZID=America/New_York:19970902T090000",
    dates: ["1998-02-13", "1998-03-13", "1998-11-13", "1999-08-13", "2000-10-13"],
    upTo: "2000-12-31",
  },
  {
    says: "the first Saturday that follows the first Sunday of the month, forever",
    start: "19970913T090000",
    rule: "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
    dates: [
      ...["1997-09-13", "1997-10-11", "1997-11-08", "1997-12-13", "1998-01-10"],
      ...["1998-02-07", "1998-03-07", "1998-04-11", "1998-05-09", "1998-06-13"],
    ],
    upTo: "1998-06-30",
  },
  {
    says: "every 4 years, the first Tuesday after a Monday in November, forever (U.S. Presidential Election day)",
    start: "19961105T090000",
    rule: "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
    dates: ["1996-11-05", "2000-11-07", "2004-11-02"],
    upTo: "2004-12-31",
  },
  {
    says: "the third instance into the month of one of Tuesday, Wednesday, or Thursday, for the next 3 months",
    start: "19970904T090000",
    rule: "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3",
    dates: ["1997-09-04", "1997-10-07", "1997-11-06"],
  },
  {
    says: "the second-to-last weekday of the month",
    start: "19970929T090000",
    rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
    dates: [...["1997-09-29", "1997-10-30", "1997-11-27", "1997-12-30"], ...["1998-01-29", "1998-02-26", "1998-03-30"]],
    upTo: "1998-03-31",
  },
  {
    // The RFC has UNTIL=19970902T170000Z, which is 13:00 in New York. The times that it prints imply 17:00 there.
    says: "every 3 hours from 9:00 AM to 5:00 PM on a specific day",
    rule: "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z",
    dates: ["1997-09-02 09:00", "1997-09-02 12:00", "1997-09-02 15:00"],
  },
  {
    says: "every 20 minutes from 9:00 AM to 4:40 PM every day",
    rule: "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40",
    dates: every20Minutes,
    upTo: "1997-09-03",
  },
  {
    says: "an example where the days generated makes a difference because of WKST",
    start: "19970805T090000",
    rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
    dates: days("1997-08", 5, 10, 19, 24),
  },
  {
    says: "changing only WKST from MO to SU, yields different results",
    start: "19970805T090000",
    rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
    dates: days("1997-08", 5, 17, 19, 31),
  },
  {
    says: "an example where an invalid date (i.e., February 30) is ignored",
    start: "20070115T090000",
    rule: "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5",
    dates: ["2007-01-15", "2007-01-30", "2007-02-15", "2007-03-15", "2007-03-30"],
  },
]

const newYork = findZone("America/New_York")
assert.ok(newYork)

function expand({
  rule,
  start = "19970902T090000",
  without = "",
  upTo = "2010-01-01",
}: Omit<Example, "says" | "dates">) {
  const zone = "TZID=America/New_York"
  const event = [`DTSTART;${zone}:${start}`, "DURATION:PT5M", `RRULE:${rule}`, ...(without ? [without] : [])]
  const text = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", ...event, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n")
  const window = { from: 0, to: Date.parse(`${upTo}T23:59:00-05:00`), timeZone: "Asia/Tokyo" }
  const { busy, unreadableEvents } = readCalendar(text, window)
  if (unreadableEvents > 0) throw new Error("The rule was not read.")
  return busy.map(({ startsAt }) =>
    new Date(newYork?.toWall(startsAt) ?? 0).toISOString().slice(0, 16).replace("T", " "),
  )
}

describe("RFC 5545 section 3.8.5.3 prints what we read:", () => {
  for (const example of examples) {
    test(example.says, () => {
      const expected = example.dates.map((date) => (date.includes(" ") ? date : `${date} 09:00`))
      assert.deepEqual(expand(example), expected)
    })
  }
})

describe("RFC 5545 section 3.8.5.3 has rules that are left out:", () => {
  for (const rule of [
    "FREQ=MINUTELY;INTERVAL=15;COUNT=6",
    "FREQ=MINUTELY;INTERVAL=90;COUNT=4",
    "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16",
  ]) {
    test(rule, () => {
      assert.throws(() => expand({ rule }), /was not read/)
    })
  }
})
