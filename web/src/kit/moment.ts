const formats = new Map<string, Intl.DateTimeFormat>()

interface Writing {
  locale: string
  /** The day is enough. */
  isDay: boolean
  /** Left out, the reader's own; in UTC the text says so. */
  timeZone?: "UTC"
}

/** Writes a moment (epoch milliseconds) as a language does: `Nov 22, 2026, 6:30 AM UTC`, or the day alone. */
export function formatMoment(at: number, { locale, isDay, timeZone }: Writing): string {
  const key = `${locale} ${isDay} ${timeZone}`
  let format = formats.get(key)
  if (!format) {
    const style = isDay ? ({ dateStyle: "medium" } as const) : ({ dateStyle: "medium", timeStyle: "short" } as const)
    format = new Intl.DateTimeFormat(locale, { ...style, ...(timeZone && { timeZone }) })
    formats.set(key, format)
  }
  return timeZone && !isDay ? `${format.format(at)} UTC` : format.format(at)
}
