interface LeftOut {
  unreadableEvents?: number | undefined
  leftOut?: readonly { title: string; date?: string | undefined }[] | undefined
}

/** `2 events could not be read: “Stand-up” (Dec 1, 2026) and one on Dec 2, 2026.` Undefined when there are none. */
export function unreadWords({ unreadableEvents: count = 0, leftOut: named = [] }: LeftOut, locale?: string) {
  if (count === 0) return undefined
  const events = count === 1 ? "1 event" : `${count} events`
  const names = named.map((event) => nameOf(event, locale))
  const more = count - names.length
  if (names.length > 0 && more > 0) names.push(`${more} more`)
  const list = new Intl.ListFormat("en").format(names)
  return `${events} could not be read${list && `: ${list}`}.`
}

function nameOf({ title, date }: { title: string; date?: string | undefined }, locale?: string): string {
  const at = date === undefined ? NaN : Date.parse(`${date}T00:00:00Z`)
  const day = Number.isNaN(at) ? date : dayName(at, "UTC", locale)
  if (title === "") return day === undefined ? "one without a title" : `one on ${day}`
  return `“${title}”${day === undefined ? "" : ` (${day})`}`
}

/** Says that a member's calendar fails, and until which day its busy times are known. */
export const failingWords = (knownUntil: number, timeZone: string, locale?: string) =>
  `Calendar unavailable, known until ${dayName(knownUntil, timeZone, locale)}`

const dayName = (at: number, timeZone: string, locale?: string) =>
  new Date(at).toLocaleDateString(locale, { dateStyle: "medium", timeZone })

/** `09:00 to 17:00`, or `22:00 to 02:00 (next day)`. */
export const spanWords = ({ from, to }: { from: string; to: string }) =>
  `${from} to ${to}${endsNextDay({ from, to }) ? " (next day)" : ""}`

export const endsNextDay = ({ from, to }: { from: string; to: string }) => from !== "" && to !== "" && to < from
