import { limits } from "./limits.ts"

export const frequencies = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const

/** A recurrence rule (RFC 5545 section 3.3.10). Lists that the rule lacks are empty. */
export interface Rule {
  frequency: (typeof frequencies)[number]
  interval: number
  count: number | undefined
  /** The unparsed end: `19971224`, `19971224T090000` or the same with Z. */
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

/** Reads `FREQ=WEEKLY;BYDAY=MO,TU`, in any case and with any spaces. Throws an Error above one an hour. */
export function readRule(text: string): Rule {
  const parts = new Map(text.toUpperCase().replace(/\s/g, "").split(";").map(toPart))
  const one = (name: string) => parts.get(name) || undefined
  const list = (name: string) => (one(name) ?? "").split(",").filter((part) => part !== "")
  const numbers = (name: string) => list(name).map(readNumber)
  const rule: Rule = {
    frequency: readFrequency(one("FREQ")),
    interval: readNumber(one("INTERVAL") ?? "1"),
    count: one("COUNT") === undefined ? undefined : readNumber(one("COUNT")),
    until: one("UNTIL"),
    weekStart: weekdays.includes(one("WKST") ?? "") ? weekdays.indexOf(one("WKST") ?? "") : 1,
    byMonth: numbers("BYMONTH"),
    byWeekNumber: numbers("BYWEEKNO"),
    byYearDay: numbers("BYYEARDAY"),
    byMonthDay: numbers("BYMONTHDAY"),
    byDay: list("BYDAY").map(readWeekday),
    byHour: numbers("BYHOUR"),
    byMinute: numbers("BYMINUTE"),
    bySecond: numbers("BYSECOND"),
    byPosition: numbers("BYSETPOS"),
  }
  const timesOfDay = [rule.byHour, rule.byMinute, rule.bySecond].reduce((all, some) => all * (some.length || 1), 1)
  if (timesOfDay > limits.timesOfDay) throw new Error("The rule has too many times of day.")
  return rule
}

function toPart(text: string): [name: string, value: string] {
  const [name = "", value = ""] = text.split("=", 2)
  return [name, value]
}

function readFrequency(value: string | undefined): Rule["frequency"] {
  const frequency = frequencies.find((name) => name === value)
  if (!frequency) throw new Error("The rule has no frequency that is read.")
  return frequency
}

function readNumber(value: string | undefined): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new Error("A number is expected.")
  return number
}

function readWeekday(value: string): Rule["byDay"][number] {
  const [, nth = "", name = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(value) ?? []
  const weekday = weekdays.indexOf(name)
  if (weekday < 0) throw new Error("A weekday is expected.")
  return { nth: Number(nth), weekday }
}
