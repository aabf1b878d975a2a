import { CalendarFault, limits, tooMuch } from "./limits.ts"

/** A component with its relevant lines, unfolded. */
export interface Component {
  name: string
  lines: string[]
  parts: Component[]
  hasEndlessLine?: true
  isDeclined?: true
}

export interface SplitCalendar {
  events: Component[]
  zones: Component[]
  freeBusy: Component[]
  lines: string[]
}

interface Asked {
  /** Single events whose dates are all before this one, as `20261120`, are dropped. */
  before: string
  addresses: readonly string[]
}

/** The properties that decide when the owner is busy. All others are skipped, at any length. */
const wanted =
  /^(BEGIN|END|UID|SEQUENCE|SUMMARY|CLASS|STATUS|TRANSP|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|ATTENDEE|FREEBUSY|TZID|TZOFFSETFROM|TZOFFSETTO|X-WR-TIMEZONE)\s*[;:]/i
/** RFC 5545 section 3.1. Some programs write the end of a line as CR CR LF. */
export const folds = /\r?\r?\n[ \t]|\r[ \t]/g
const topmost = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE"]

/**
 * RFC 5545 section 3.6. A missing END is where the outer component ends, or where the next one
 * begins that cannot be inside. @throws CalendarFault when it is no calendar, is cut, or exceeds a limit.
 */
export function splitCalendar(text: string, asked: Asked): SplitCalendar {
  if (!/^\s*BEGIN:\s*VCALENDAR\s/i.test(text.slice(0, 1_000))) throw noCalendar()
  const found: SplitCalendar = { events: [], zones: [], freeBusy: [], lines: [] }
  const open: Component[] = []
  const closeTo = (depth: number) => {
    while (open.length > depth) finish(open.pop(), found, asked.before)
  }
  for (const [line] of text.replace(folds, "").matchAll(/[^\r\n]+/g)) {
    const named = wanted.exec(line)?.[1]?.toUpperCase()
    if (named === "BEGIN") {
      const name = nameIn(line)
      closeTo(depthOf(name, open))
      open.push(begin(name, open))
    } else if (named === "END") {
      const name = nameIn(line)
      const at = open.findLastIndex((component) => component.name === name)
      if (at >= 0) closeTo(at)
    } else if (named) keep(line, named, { open, addresses: asked.addresses })
  }
  if (open.length > 0) throw cutShort()
  return found
}

const nameIn = (line: string) =>
  line
    .slice(line.indexOf(":") + 1, 80)
    .trim()
    .toUpperCase()

/** How many of the open components one with this name can be inside. */
function depthOf(name: string, open: Component[]): number {
  if (name === "VCALENDAR") return 0
  if (topmost.includes(name)) return Math.min(open.length, 1)
  return open.at(-1)?.name === name ? open.length - 1 : open.length
}

function begin(name: string, open: Component[]): Component {
  if (open.length === limits.nesting) throw tooMuch("components nested too deeply")
  const component = { name, lines: [], parts: [] }
  if (open.length > 1) open.at(-1)?.parts.push(component)
  return component
}

function finish(component: Component | undefined, found: SplitCalendar, before: string) {
  if (component?.name === "VEVENT" && !isOver(component, before)) found.events.push(component)
  if (component?.name === "VTIMEZONE") found.zones.push(component)
  if (component?.name === "VFREEBUSY") found.freeBusy.push(component)
  if (component?.name === "VCALENDAR") found.lines.push(...component.lines)
  if (found.events.length > limits.events) throw tooMuch(`more than ${limits.events} events`)
}

const repeats = /^(RRULE|RDATE|RECURRENCE-ID|DURATION(?!\s*:\s*PT(\d\dH|\dH)?(\d{1,3}M)?(\d{1,4}S)?\s*$))/i

function isOver({ lines }: Component, before: string): boolean {
  const dates = lines
    .filter((line) => /^DT(START|END)/i.test(line))
    .map((line) => /(\d{8})(T\d+Z?)?\s*$/.exec(line)?.[1])
  return dates.length > 0 && dates.every((date = before) => date < before) && !lines.some((line) => repeats.test(line))
}

interface Kept {
  open: Component[]
  addresses: readonly string[]
}

/** Alarms have none of an event's times, so these belong to the event: an END is missing. */
function keep(line: string, named: string, { open, addresses }: Kept) {
  const isInAlarm = open.at(-1)?.name === "VALARM"
  if (isInAlarm && /^(UID|SUMMARY|DURATION|ATTENDEE)$/.test(named)) return
  const component = open.at(isInAlarm ? -2 : -1)
  if (component === undefined) return
  if (named === "ATTENDEE") {
    if (hasDeclined(line, addresses)) component.isDeclined = true
  } else if (line.length <= limits.lineLength || named === "SUMMARY") {
    component.lines.push(line.slice(0, limits.lineLength))
  } else component.hasEndlessLine = true
}

function hasDeclined(line: string, addresses: readonly string[]): boolean {
  if (addresses.length === 0 || !/;\s*PARTSTAT\s*=\s*"?DECLINED/i.test(line)) return false
  const named = line.toLowerCase().matchAll(/(?:mailto:|;\s*email\s*=\s*"?)\s*([^\s";,:]+)/g)
  return named.some(([, address = ""]) => addresses.includes(address))
}

const noCalendar = () =>
  new CalendarFault("This URL is not a calendar.", "Use your calendar's subscription URL (iCal or .ics).")

const cutShort = () =>
  new CalendarFault(
    "The calendar ends in the middle.",
    "Its server did not send all of it. Try again later, or copy the URL again.",
  )
