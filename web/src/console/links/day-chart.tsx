import { useHouse } from "../../kit/house.tsx"
import { formatMoment } from "../../kit/moment.ts"
import styles from "./link-stats.module.css"

const width = 440
const height = 120

/** A bar for each day, drawn by hand. What it says is in the table below it as well. */
export function DayChart({ days }: { days: readonly { day: string; clicks: number }[] }) {
  const { locale } = useHouse()
  const say = (day: string) => formatMoment(Date.parse(day), { locale, isDay: true, timeZone: "UTC" })
  const most = Math.max(...days.map(({ clicks }) => clicks), 1)
  const sum = days.reduce((all, { clicks }) => all + clicks, 0)
  const step = width / days.length
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure className={styles.chart}>
      <figcaption>
        <strong>{sum.toLocaleString()}</strong> {sum === 1 ? "click" : "clicks"} in {days.length} days
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Clicks by day; ${most} on the best of them`}>
        {days.map(({ day, clicks }, at) => {
          const tall = clicks === 0 ? 1 : Math.max(3, (clicks / most) * height)
          return (
            <g key={day} data-none={clicks === 0 || undefined}>
              <title>{`${say(day)}: ${clicks.toLocaleString()}`}</title>
              <rect className={styles.catch} x={at * step} width={step} height={height} />
              <rect
                x={at * step + step * 0.1}
                y={height - tall}
                width={step * 0.8}
                height={tall}
                rx={step > 8 ? 2 : 0}
              />
            </g>
          )
        })}
      </svg>
      <div className={styles.ends}>
        <span>{first && say(first.day)}</span>
        <span>{last && say(last.day)}</span>
      </div>
    </figure>
  )
}
