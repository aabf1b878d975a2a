const formats = new Map<string, Intl.DateTimeFormat>()

interface Writing {
  locale: string
  /** Writes only the date. */
  isDay: boolean
  /** Without it, the reader's own time zone. With it, the text ends in "UTC". */
  timeZone?: "UTC"
}

/** Formats epoch milliseconds: `Nov 22, 2026, 6:30 AM UTC`, or only the date. */
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
