const dayMs = 86_400_000
const instantOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** The day that many days later, as `YYYY-MM-DD`. */
export function dayAfter(date: string, days: number): string {
  return new Date(instantOf(date) + days * dayMs).toISOString().slice(0, 10)
}

/** The first day of the seven before `first`; undefined if they would begin today or earlier. */
export function weekBefore(first: string, now: number, timeZone: string): string | undefined {
  // Swedish dates have the form of ISO 8601.
  const today = new Date(now).toLocaleDateString("sv", { timeZone })
  const before = dayAfter(first, -7)
  return before > today ? before : undefined
}

/** A week as `November 26 – December 2, 2026`. */
export function weekName(first: string, last: string, locale?: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" })
  return format.formatRange(instantOf(first), instantOf(last))
}

/** The lines of a column's heading: `Thu` and `26`, with the month on the first day and where a month begins. */
export function dayName(date: string, isFirst: boolean, locale?: string): { weekday: string; day: string } {
  const write = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...style }).format(instantOf(date))
  const hasMonth = isFirst || date.endsWith("-01")
  const day = write({ day: "numeric", ...(hasMonth && { month: "short" }) })
  return { weekday: write({ weekday: "short" }), day: day.replaceAll(" ", "\u00a0") }
}
