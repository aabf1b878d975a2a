import { z } from "zod"

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const

const time = (most: RegExp, says: string) => z.string().regex(most, says)
const from = time(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 09:00").describe("When it begins, `HH:MM`.")
const to = time(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "must be a time such as 17:30, or 24:00").describe(
  "When it ends, `HH:MM`; `24:00` is the end of the day.",
)

/** A span of a day, in the member's local time. */
export const daySpan = z.object({ from, to }).refine((span) => span.from < span.to, "must end after it starts")
export type DaySpan = z.output<typeof daySpan>

export const weekSpan = z
  .object({ day: z.enum(weekdays), from, to })
  .refine((span) => span.from < span.to, "must end after it starts")
export type WeekSpan = z.output<typeof weekSpan>

/** Whether no two spans of a day overlap. */
export function areApart(spans: readonly DaySpan[]): boolean {
  const sorted = spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return sorted.every(({ from }, index) => index === 0 || (sorted[index - 1]?.to ?? "") <= from)
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
