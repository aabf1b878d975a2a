import { type PointerEvent, useId, useState } from "react"
import { useHouse } from "../../../kit/house.tsx"
import { formatMoment } from "../../../kit/moment.ts"
import { Fold } from "../fold.tsx"
import styles from "./day-chart.module.css"
import { State } from "./state.tsx"

export interface DayOfChart {
  /** An ISO 8601 date in UTC. */
  day: string
  /** At least 0. */
  value: number
}

interface Props {
  /** Every day, oldest first. */
  days: readonly DayOfChart[]
  /** The name of the values: `Clicks`. */
  what: string
  /** Formats a value: `12 clicks`, `$19.00`. */
  say(value: number): string
  /** Formats a value at the axis, where it differs from `say`: `12`. */
  mark?(value: number): string
  /** The sum of as many days before, for comparison. */
  before?: number
  /** Less high, for use beside other content. */
  isSmall?: boolean | undefined
}

/** The size of the drawing, which is stretched to the available width. */
const [width, height] = [440, 120]

/** The top of the axis: the least of 1, 2, 5, 10, 20, 50 … that is not below the largest value. */
function topOf(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(most, 1)))
  return [1, 2, 5, 10].map((step) => step * unit).find((top) => top >= most) ?? most
}

/** A bar chart by day with its sum, and the same data as a table. */
export function DayChart({ days, what, say, mark = say, before, isSmall }: Props) {
  const named = useId()
  const most = Math.max(...days.map(({ value }) => value), 0)
  const sum = days.reduce((all, { value }) => all + value, 0)
  const top = topOf(most)
  return (
    <figure className={`stack gap-1 shrinks ${styles.chart}`} aria-labelledby={named}>
      <figcaption id={named}>
        <strong>{say(sum)}</strong> in {days.length} days
        {before !== undefined && <Change sum={sum} before={before} days={days.length} say={say} />}
      </figcaption>
      <div className={`stack gap-2 ${styles.plot}`}>
        <Bars {...{ days, what, say, isSmall, most, top }} />
        <div className={`stack muted ${styles.marks}`} aria-hidden="true">
          <span>{most > 0 && mark(top)}</span>
          <span>{mark(0)}</span>
        </div>
      </div>
      <Ends days={days} />
      {sum > 0 && (
        <Fold label="View as table">
          <DayTable {...{ days, what, say }} />
        </Fold>
      )}
    </figure>
  )
}

type BarsProps = Omit<Props, "mark" | "before"> & Record<"most" | "top", number>

function Bars({ days, what, say, isSmall, most, top }: BarsProps) {
  const [pointed, setPointed] = useState<number>()
  const step = width / days.length
  return (
    <svg
      onPointerMove={(event) => setPointed(Math.floor(shareOf(event) * days.length))}
      onPointerLeave={() => setPointed(undefined)}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      data-small={isSmall || undefined}
      role="img"
      aria-label={`${what} by day; highest: ${say(most)}`}
    >
      <PointedDay
        day={pointed === undefined ? undefined : days[pointed]}
        say={say}
        x={(pointed ?? 0) * step}
        width={step}
      />
      <path
        className={styles.none}
        d={pathOf(
          days.map(({ value }) => (value > 0 ? 0 : 1)),
          step,
        )}
      />
      <path
        d={pathOf(
          days.map(({ value }) => (value > 0 ? Math.max(3, (value / top) * height) : 0)),
          step,
        )}
      />
    </svg>
  )
}

/** How far from the drawing's left edge the pointer is: from 0 to 1. */
function shareOf({ currentTarget, clientX }: PointerEvent<SVGElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  return (clientX - left) / width
}

interface PointedDayProps extends Pick<Props, "say"> {
  day: DayOfChart | undefined
  x: number
  width: number
}

/** Highlights the day under the pointer, and names it in a tooltip. The table has the same for other readers. */
function PointedDay({ day, say, ...place }: PointedDayProps) {
  const toDay = useDayWords()
  if (!day) return null
  return (
    <rect key={day.day} className={styles.pointed} {...place} height={height}>
      <title>{`${toDay(day.day)}: ${say(day.value)}`}</title>
    </rect>
  )
}

function Ends({ days }: Pick<Props, "days">) {
  const toDay = useDayWords()
  const [first, last] = [days[0], days.at(-1)]
  return (
    <div className="flex between muted smallest" aria-hidden="true">
      <span>{first && toDay(first.day)}</span>
      <span>{last && toDay(last.day)}</span>
    </div>
  )
}

interface ChangeProps extends Pick<Props, "say"> {
  sum: number
  before: number
  days: number
}

/** Compares the sum with the sum of the days before: in percent, unless the latter is 0. */
function Change({ sum, before, days, say }: ChangeProps) {
  const { locale } = useHouse()
  const share = new Intl.NumberFormat(locale, { style: "percent", signDisplay: "exceptZero" })
  return (
    <span className={`muted smallest ${styles.change}`}>
      {before > 0 && <State words={share.format((sum - before) / before)} tone={sum < before ? "plain" : "good"} />}{" "}
      {say(before)} in the {days} days before
    </span>
  )
}

/** Bars of these heights on the ground line; a height of 0 draws nothing. */
function pathOf(heights: readonly number[], step: number): string {
  const drawn = heights.map((tall, at) =>
    tall > 0 ? `M${at * step + step * 0.1} ${height}v${-tall}h${step * 0.8}v${tall}z` : "",
  )
  return drawn.join("")
}

/** Newest first, without days whose value is 0. */
function DayTable({ days, what, say }: Pick<Props, "days" | "what" | "say">) {
  const toDay = useDayWords()
  return (
    <table className={`small wide ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">{what}</th>
        </tr>
      </thead>
      <tbody>
        {days
          .filter(({ value }) => value > 0)
          .toReversed()
          .map(({ day, value }) => (
            <tr key={day}>
              <th scope="row">{toDay(day)}</th>
              <td>{say(value)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

function useDayWords() {
  const { locale } = useHouse()
  return (day: string) => formatMoment(Date.parse(day), { locale, isDay: true, timeZone: "UTC" })
}
