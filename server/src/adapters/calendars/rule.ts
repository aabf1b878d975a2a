import { CalendarFault, limits, tooMuch } from "./limits.ts"

export const frequencies = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const

/** A recurrence rule (RFC 5545 section 3.3.10). Lists that the rule lacks are empty. */
export interface Rule {
  frequency: (typeof frequencies)[number]
  interval: number
  count: number | undefined
  /** `1997-12-24`, `1997-12-24T09:00:00` or the same with Z. */
  until: string | undefined
  /** Sunday = 0. */
  weekStart: number
  byMonth: number[]
  byWeekNumber: number[]
  byYearDay: number[]
  byMonthDay: number[]
  /** `nth` is 0 for every one. */
  byDay: { nth: number; weekday: number }[]
  byHour: number[]
  byMinute: number[]
  bySecond: number[]
  byPosition: number[]
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]

/** Takes ical.js's form. @throws CalendarFault above one an hour or for too many times a day; Error if invalid. */
export function readRule(parts: Record<string, unknown>): Rule {
  const numbers = (name: string) => list(parts[name]).map(readNumber)
  const rule: Rule = {
    frequency: readFrequency(parts.freq),
    interval: parts.interval === undefined ? 1 : readNumber(parts.interval),
    count: parts.count === undefined ? undefined : readNumber(parts.count),
    until: parts.until === undefined ? undefined : String(parts.until),
    weekStart: parts.wkst === undefined ? 1 : readNumber(parts.wkst) - 1,
    byMonth: numbers("bymonth"),
    byWeekNumber: numbers("byweekno"),
    byYearDay: numbers("byyearday"),
    byMonthDay: numbers("bymonthday"),
    byDay: list(parts.byday).map(readWeekday),
    byHour: numbers("byhour"),
    byMinute: numbers("byminute"),
    bySecond: numbers("bysecond"),
    byPosition: numbers("bysetpos"),
  }
  const timesOfDay = [rule.byHour, rule.byMinute, rule.bySecond].reduce((all, some) => all * (some.length || 1), 1)
  if (timesOfDay > limits.timesOfDay) throw tooMuch("a rule with too many times of day")
  return rule
}

function readFrequency(value: unknown): Rule["frequency"] {
  if (value === "SECONDLY" || value === "MINUTELY") {
    throw new CalendarFault(
      "An event repeats every few minutes or seconds.",
      "Make it repeat hourly or less often, or remove it.",
    )
  }
  const frequency = frequencies.find((name) => name === value)
  if (!frequency) throw new Error("The rule has no frequency.")
  return frequency
}

/** ical.js returns a single value bare and several as an array. */
function list(value: unknown): unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

function readNumber(value: unknown): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new Error("A number is expected.")
  return number
}

function readWeekday(value: unknown): Rule["byDay"][number] {
  const [, nth = "", name = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(String(value)) ?? []
  const weekday = weekdays.indexOf(name)
  if (weekday < 0) throw new Error("A weekday is expected.")
  return { nth: Number(nth), weekday }
}
