/** Which number of `03/04/2027` is the day. */
export type DateOrder = "day-first" | "month-first"

interface Parts {
  date: [year: number, month: number, day: number]
  /** Missing in a date without a time. */
  time?: [hours: number, minutes: number, seconds: number]
  /** Minutes ahead of UTC; missing without a zone. */
  offset?: number
}

/** Decides for a whole column which number is the day. `open`: no cell says it. Undefined: no cell needs it. */
export function orderOfDates(cells: readonly string[]): DateOrder | "open" | undefined {
  const pairs = cells.flatMap((cell) => {
    const [, one, other] = numeric.exec(tidy(cell)) ?? []
    return one === undefined || one === other ? [] : [[Number(one), Number(other)] as const]
  })
  if (pairs.length === 0) return undefined
  const isDayFirst = pairs.some(([one]) => one > 12)
  const isMonthFirst = pairs.some(([, other]) => other > 12)
  if (isDayFirst === isMonthFirst) return "open"
  return isDayFirst ? "day-first" : "month-first"
}

export const openExample = (cells: readonly string[]): string | undefined =>
  cells.find((cell) => orderOfDates([cell]) === "open")

interface Reading {
  order: DateOrder
  /** The time of a date without one: the local day's end, or noon in UTC, which is the same day almost everywhere. */
  day: "end" | "noon"
}

/** Reads a date as people, spreadsheets and programs write it. Without a zone it is local. Undefined for other text. */
export function readDate(cell: string, { order, day }: Reading): Date | undefined {
  const text = tidy(cell)
  const at = readNumber(text) ?? readParts(text, order)
  if (at === undefined || typeof at === "number") return at === undefined ? undefined : new Date(at)
  const [year, month, ofMonth] = at.date
  const isReal = new Date(Date.UTC(year, month - 1, ofMonth)).getUTCDate() === ofMonth && month >= 1 && month <= 12
  if (!isReal) return undefined
  if (!at.time && day === "noon") return new Date(Date.UTC(year, month - 1, ofMonth, 12))
  const [hours, minutes, seconds] = at.time ?? [23, 59, 0]
  if (hours > 24 || minutes > 59 || seconds > 60) return undefined
  const ms = Math.round(seconds * 1_000)
  if (at.offset === undefined) return new Date(year, month - 1, ofMonth, hours, minutes, 0, ms)
  return new Date(Date.UTC(year, month - 1, ofMonth, hours, minutes - at.offset, 0, ms))
}

/** Removes the weekday, the zone's name in brackets, and special spaces. East Asian units become signs. */
const tidy = (cell: string) =>
  cell
    .normalize("NFKC")
    .replace(/(?<=^\d{4} ?)[年년.] ?(\d{1,2}) ?[月월.] ?(\d{1,2})(?: ?[日일]|\.|(?= |$))/, "-$1-$2")
    .replace(/(\d) ?[時时시分분] ?(?=\d)/g, "$1:")
    .replace(/(\d) ?[分분秒초]$/, "$1")
    .replace(
      /(午前|午後|上午|下午|오전|오후) ?([\d:]+)$/,
      (_all, half, time) => `${time} ${/[後下후]/.test(half) ? "p" : "a"}m`,
    )
    .replace(/^(\p{L}{3} )(\p{L}{3} \d+)( [\d:]+(?: UTC| GMT)?) (\d{4})$/u, "$1$2, $4$3")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\p{L}{2,10}(?:\.?, (?=[\d\p{L}])|\.? (?=\d{1,2}[-/.]|\d{4}-|\d{1,2}\.? \p{L}|\p{L}{3,}\.? \d))/u, "")
    .replace(/ ?\([^)]*\)$/, "")

/** Epoch seconds or milliseconds, as programs write them, or the days since 1900 of an unformatted spreadsheet cell. */
function readNumber(text: string): number | Parts | undefined {
  if (/^\d{10}(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1_000)
  if (/^\d{13}(\d{3})?$/.test(text)) return Number(text.slice(0, 13))
  if (!/^[2-7]\d{4}([.,]\d+)?$/.test(text)) return undefined
  const at = new Date(Math.round((Number(text.replace(",", ".")) - 25_569) * 86_400) * 1_000)
  const date: Parts["date"] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()]
  const hasTime = /[.,]\d*[1-9]/.test(text)
  return { date, ...(hasTime && { time: [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()] }) }
}

const numeric = /^(\d{1,2})[-/.] ?(\d{1,2})[-/.] ?(\d{4}|\d{2})(?!\d)(.*)$/
const yearFirst = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/
const dayAndName = /^(\d{1,2})(?:st|nd|rd|th)?[-. ]+(\p{L}{3,})[-., ]+(\d{4}|\d{2})(?!\d)(.*)$/u
const nameAndDay = /^(\p{L}{3,})[. ]+(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})(?!\d)(.*)$/u

function readParts(text: string, order: DateOrder): Parts | undefined {
  const found = datePartOf(text, order)
  const rest = found && readTime(found.rest)
  return found && rest && { date: found.date, ...rest }
}

function datePartOf(text: string, order: DateOrder): { date: Parts["date"]; rest: string } | undefined {
  const [, year, , month, day, rest] = yearFirst.exec(text) ?? []
  if (year !== undefined) return { date: [Number(year), Number(month), Number(day)], rest: rest ?? "" }
  const [, one, other, ofCentury, after] = numeric.exec(text) ?? []
  if (ofCentury !== undefined) {
    const [first, second] = [Number(one), Number(other)]
    const ordered = order === "day-first" ? ([second, first] as const) : ([first, second] as const)
    return { date: [fullYear(ofCentury), ...ordered], rest: after ?? "" }
  }
  const [, early, named, y, last] = dayAndName.exec(text) ?? []
  const [, name, late, ye, end] = nameAndDay.exec(text) ?? []
  const at = monthOf(named ?? name ?? "")
  if (at === undefined) return undefined
  return { date: [fullYear(y ?? ye ?? ""), at, Number(early ?? late)], rest: last ?? end ?? "" }
}

function fullYear(text: string): number {
  const year = Number(text)
  return text.length === 4 ? year : year + (year < 70 ? 2_000 : 1_900)
}

const timed =
  /^[T, ]+(?:at )?(\d{1,2})[:.h](\d{2})(?:[:.](\d{2}(?:[.,]\d+)?))?(?: ?([ap])\.? ?m\.?)?(?: Uhr)?(?: ?(Z|UTC|GMT|[ECMP][SD]T|CES?T)?([+-]\d{2}(?::?\d{2})?)?(?: (?:UTC|GMT|[+-]\d{4}))?)?$/i

function readTime(rest: string): Pick<Parts, "time" | "offset"> | undefined {
  if (rest === "") return {}
  const [, hours, minutes, seconds = "0", half, zone, offset] = timed.exec(rest) ?? []
  if (hours === undefined) return undefined
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hours)
  const time: Parts["time"] = [hour, Number(minutes), Number(seconds.replace(",", "."))]
  return zone || offset ? { time, offset: minutesOf(offset ?? zones[zone?.toUpperCase() ?? ""]) } : { time }
}

/** The zones that mail programs know by letters (RFC 822), and the one of Central Europe. */
const zones: Readonly<Record<string, string>> = {
  ...{ EST: "-05", EDT: "-04", CST: "-06", CDT: "-05", MST: "-07", MDT: "-06", PST: "-08", PDT: "-07" },
  ...{ CET: "+01", CEST: "+02" },
}

function minutesOf(offset = "+00"): number {
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(":", ""))]
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes)
}

let months: Map<string, number> | undefined

const languages = ["en", "de", "fr", "es", "it", "pt", "nl"]

/** The number of a month by its name in a widespread or the reader's language, in full or by three letters or more. */
function monthOf(name: string): number | undefined {
  months ??= new Map<string, number>(
    [...languages, navigator.language].flatMap((language) =>
      Array.from({ length: 12 }, (_, at): [string, number] => [
        new Date(2_024, at, 15).toLocaleString(language, { month: "long" }).toLowerCase(),
        at + 1,
      ]),
    ),
  )
  const begun = [...months].filter(([full]) => full.startsWith(name.toLowerCase()))
  return new Set(begun.map(([, at]) => at)).size === 1 ? begun[0]?.[1] : undefined
}
