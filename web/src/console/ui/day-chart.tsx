import { useId } from "react"
import { useHouse } from "../../kit/house.tsx"
import { formatMoment } from "../../kit/moment.ts"
import styles from "./day-chart.module.css"
import { Fold } from "./fold.tsx"

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
  /** Less high, for use beside other content. */
  isSmall?: boolean
}

/** The size of the drawing, which is stretched to the available width. */
const [width, height] = [440, 120]

/** A bar chart by day with its sum, and the same data as a table. */
export function DayChart({ days, what, say, isSmall }: Props) {
  const toDay = useDayWords()
  const named = useId()
  const most = Math.max(...days.map(({ value }) => value), 0)
  const sum = days.reduce((all, { value }) => all + value, 0)
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure className={styles.chart} aria-labelledby={named}>
      <figcaption id={named}>
        <strong>{say(sum)}</strong> in {days.length} days
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        data-small={isSmall || undefined}
        role="img"
        aria-label={`${what} by day; highest: ${say(most)}`}
      >
        {days.map(({ day, value }, at) => (
          <Bar
            key={day}
            title={`${toDay(day)}: ${say(value)}`}
            share={most > 0 ? value / most : 0}
            at={at}
            step={width / days.length}
          />
        ))}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{first && toDay(first.day)}</span>
        <span>{last && toDay(last.day)}</span>
      </div>
      {sum > 0 && (
        <Fold label="View as table">
          <DayTable {...{ days, what, say }} />
        </Fold>
      )}
    </figure>
  )
}

interface BarProps {
  title: string
  /** The value relative to the largest one, from 0 to 1. */
  share: number
  at: number
  step: number
}

function Bar({ title, share, at, step }: BarProps) {
  const tall = share <= 0 ? 1 : Math.max(3, share * height)
  return (
    <g data-none={share <= 0 || undefined}>
      <title>{title}</title>
      <rect className={styles.catch} x={at * step} width={step} height={height} />
      <rect x={at * step + step * 0.1} y={height - tall} width={step * 0.8} height={tall} />
    </g>
  )
}

/** Newest first, without days whose value is 0. */
function DayTable({ days, what, say }: Pick<Props, "days" | "what" | "say">) {
  const toDay = useDayWords()
  return (
    <table className={styles.table}>
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
