import { z } from "zod"

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const

const time = (most: RegExp, says: string) => z.string().regex(most, says)
const from = time(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 09:00").describe("When it begins, `HH:MM`.")
const to = time(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "must be a time such as 17:30, or 24:00").describe(
  "When it ends, `HH:MM`, up to `24:00`. Before `from`: the next day.",
)

const longestNightMinutes = 12 * 60

/** A longer one over midnight is taken for one that is written the wrong way round. */
function ends(span: { from: string; to: string }): boolean {
  return span.to !== span.from && (span.to > span.from || minutesOf(span) <= longestNightMinutes)
}
const mustEnd = "must end after it starts, or within 12 hours on the next day"

export const daySpan = z.object({ from, to }).refine(ends, mustEnd)
export type DaySpan = z.output<typeof daySpan>

export const weekSpan = z.object({ day: z.enum(weekdays), from, to }).refine(ends, mustEnd)
export type WeekSpan = z.output<typeof weekSpan>

/** Whether no two spans of a day overlap. */
export function areApart(spans: readonly DaySpan[]): boolean {
  const sorted = spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return sorted.every((span, index) => index === 0 || endOf(sorted[index - 1]) <= toMinutes(span.from))
}

const endOf = (span: DaySpan | undefined) => (span ? toMinutes(span.from) + minutesOf(span) : 0)

/** How long a span is. One that ends before it begins ends on the next day. */
export function minutesOf({ from, to }: DaySpan): number {
  const minutes = toMinutes(to) - toMinutes(from)
  return minutes < 0 ? minutes + 24 * 60 : minutes
}

/** Minutes since midnight. */
export function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return hours * 60 + minutes
}

const storedWeek = z.array(weekSpan)
const storedDay = z.array(daySpan)

export const readWeek = (text: string): WeekSpan[] => storedWeek.parse(JSON.parse(text))
export const readDay = (text: string): DaySpan[] => storedDay.parse(JSON.parse(text))
