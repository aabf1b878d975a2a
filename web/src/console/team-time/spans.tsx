import { Button } from "../../kit/button.tsx"
import { endsNextDay } from "./calendar-words.ts"

export interface HoursSpan {
  from: string
  to: string
}

interface Props {
  /** The label of the hours, such as "Monday". */
  about: string
  spans: readonly HoursSpan[]
  onChange(spans: readonly HoursSpan[]): void
}

/** The hours of one day, as any number of spans. */
export function Spans({ about, spans, onChange }: Props) {
  const put = (at: number, span: Partial<HoursSpan>) =>
    onChange(spans.map((old, place) => (place === at ? { ...old, ...span } : old)))
  return (
    <div className="stack gap-2 starts">
      {spans.map((span, at) => (
        <SpanFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a span has no id but its position.
          key={at}
          about={about}
          span={span}
          onChange={(change) => put(at, change)}
          onRemove={() => onChange(spans.filter((_span, place) => place !== at))}
        />
      ))}
      <Button
        variant="link"
        size="sm"
        aria-label={`Add hours on ${about}`}
        onClick={() => onChange([...spans, nextOf(spans)])}
      >
        Add hours
      </Button>
    </div>
  )
}

interface SpanProps {
  about: string
  span: HoursSpan
  onChange(change: Partial<HoursSpan>): void
  onRemove(): void
}

function SpanFields({ about, span: { from, to }, onChange, onRemove }: SpanProps) {
  return (
    <div className="span wrap middle gap-2">
      <input
        className="framed"
        type="time"
        aria-label={`${about} from`}
        value={from}
        onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      to
      <input
        className="framed"
        type="time"
        aria-label={`${about} to`}
        value={to === endOfDay ? "00:00" : to}
        onChange={({ currentTarget: { value } }) => onChange({ to: value === "00:00" ? endOfDay : value })}
      />
      {endsNextDay({ from, to }) && <small>next day</small>}
      <button
        type="button"
        className="flat muted"
        aria-label={`Remove ${from} to ${to} on ${about}`}
        onClick={onRemove}
      >
        ✕
      </button>
    </div>
  )
}

/** The service's notation for the end of a day; a time field only knows `00:00`. */
const endOfDay = "24:00"

function nextOf(spans: readonly HoursSpan[]): HoursSpan {
  const last = spans.at(-1)?.to
  if (last === undefined) return { from: "09:00", to: "17:00" }
  return { from: last === endOfDay ? "" : last, to: endOfDay }
}
