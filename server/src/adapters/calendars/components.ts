import { CalendarFault, limits, tooMuch } from "./limits.ts"

/** A component with those of its lines that matter here, unfolded. */
export interface Component {
  name: string
  lines: string[]
  parts: Component[]
}

/** The properties that decide when the owner is busy. All others are skipped, at any length. */
const wanted =
  /^(UID|SEQUENCE|SUMMARY|CLASS|STATUS|TRANSP|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|TZID|TZOFFSETFROM|TZOFFSETTO)[;:]/i

/** RFC 5545 section 3.1 and 3.6. @throws CalendarFault when it is no calendar, or exceeds a limit. */
export function splitCalendar(text: string): { events: Component[]; zones: Component[] } {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\s/i.test(text)) throw noCalendar()
  const found = { events: [] as Component[], zones: [] as Component[] }
  const open: Component[] = []
  for (const line of unfoldedLines(text)) {
    const [, edge = "", name = ""] = /^(BEGIN|END):(\S{1,40})\s*$/i.exec(line) ?? []
    if (edge === "") open.at(-1)?.lines.push(line)
    else if (edge.toUpperCase() === "END") open.pop()
    else open.push(begin(name.toUpperCase(), open, found))
  }
  return found
}

function begin(name: string, open: Component[], found: { events: Component[]; zones: Component[] }): Component {
  const component = { name, lines: [], parts: [] }
  if (open.length === limits.nesting) throw tooMuch("components nested too deeply")
  open.at(-1)?.parts.push(component)
  if (name === "VEVENT") found.events.push(component)
  if (name === "VTIMEZONE") found.zones.push(component)
  if (found.events.length > limits.events) throw tooMuch(`more than ${limits.events} events`)
  return component
}

const noCalendar = () =>
  new CalendarFault("This URL is not a calendar.", "Use your calendar's subscription URL (iCal or .ics).")

const edge = /^\uFEFF?(BEGIN|END):/i
/** This far into a line it is known whether it is needed: the longest name fits, even when it is folded. */
const nameLength = 80

/** Joins folded lines: one that begins with a space or a tab continues the previous one. Skips unneeded lines. */
function* unfoldedLines(text: string): Generator<string> {
  let line = ""
  let isWanted: boolean | undefined
  for (const { part, isContinued } of physicalLines(text)) {
    if (isWanted !== false) line += part
    if (line.length >= nameLength) isWanted ??= wanted.test(line)
    if (isWanted && line.length > limits.lineLength) throw tooMuch("a line that is too long")
    if (isContinued) continue
    if (isWanted ?? (wanted.test(line) || edge.test(line))) yield line.replace(/^\uFEFF/, "")
    line = ""
    isWanted = undefined
  }
}

function* physicalLines(text: string): Generator<{ part: string; isContinued: boolean }> {
  const ends = /\r?\n[ \t]|\r?\n|\r/g
  let begin = 0
  for (const end of text.matchAll(ends)) {
    yield { part: text.slice(begin, end.index), isContinued: /[ \t]$/.test(end[0]) }
    begin = end.index + end[0].length
  }
  yield { part: text.slice(begin), isContinued: false }
}
