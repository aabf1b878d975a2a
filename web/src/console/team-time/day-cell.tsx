import spoken from "../../kit/spoken.module.css"
import type { AnswerOf } from "../calls.ts"

export type TeamWeek = AnswerOf<"get-team-week">

interface Props {
  day: TeamWeek["days"][number]
  member: TeamWeek["members"][number]
  week: TeamWeek
}

type Span = { startsAt: number; endsAt: number }

/** A member's day, from midnight to midnight. */
export function DayCell({ day, member, week: { timeZone, now } }: Props) {
  const free = partsOf(day, member.free)
  const busy = partsOf(day, member.busy)
  const isToday = now >= day.startsAt && now < day.endsAt
  return (
    <td className="cell" data-today={isToday || undefined}>
      <span className={spoken.spoken}>{inWords({ free, busy }, timeZone)}</span>
      {free.map((span) => (
        <i
          key={span.startsAt}
          data-kind="free"
          title={`Available ${clock(span, timeZone)}`}
          style={placeOf(day, span)}
        />
      ))}
      {busy.map((span) => (
        <i
          key={`${span.startsAt} ${span.endsAt}`}
          data-kind="busy"
          title={`Busy ${clock(span, timeZone)}`}
          style={placeOf(day, span)}
        />
      ))}
      {isToday && <i data-kind="now" style={placeOf(day, { startsAt: now, endsAt: now })} />}
    </td>
  )
}

/** The parts of the spans within a day; overlapping ones are merged. */
function partsOf(day: Span, spans: readonly Span[]): Span[] {
  const parts: Span[] = []
  for (const span of spans.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const startsAt = Math.max(span.startsAt, day.startsAt)
    const endsAt = Math.min(span.endsAt, day.endsAt)
    const last = parts.at(-1)
    if (startsAt >= endsAt) continue
    if (last && last.endsAt >= startsAt) last.endsAt = Math.max(last.endsAt, endsAt)
    else parts.push({ startsAt, endsAt })
  }
  return parts
}

function placeOf(day: Span, { startsAt, endsAt }: Span) {
  const share = (ms: number) => `${(100 * ms) / (day.endsAt - day.startsAt)}%`
  return { insetInlineStart: share(startsAt - day.startsAt), width: share(endsAt - startsAt) }
}

function clock({ startsAt, endsAt }: Span, timeZone: string): string {
  const time = (at: number) => new Date(at).toLocaleTimeString(undefined, { timeStyle: "short", timeZone })
  return `${time(startsAt)} to ${time(endsAt)}`
}

function inWords({ free, busy }: { free: Span[]; busy: Span[] }, timeZone: string): string {
  const say = (what: string, spans: Span[]) =>
    spans.length > 0 ? [`${what} ${spans.map((span) => clock(span, timeZone)).join(" and ")}`] : []
  return [...say("Available", free), ...say("Busy", busy)].join("; ") || "Not available"
}
