import type { AnswerOf } from "../calls.ts"

export type Outcomes = AnswerOf<"list-endpoint-outcomes">["items"][number]

const [width, height, gap] = [6, 24, 2]

/** The tries of each of the last 24 hours as bars, and their sum in words. */
export function DayBars({ delivered, failed, hours, isCut }: Outcomes) {
  const most = Math.max(...hours.map((hour) => hour.delivered + hour.failed), 1)
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max((count / most) * height, 2))
  return (
    <div className="day wrap">
      <svg
        viewBox={`0 0 ${24 * (width + gap)} ${height}`}
        width={24 * (width + gap)}
        height={height}
        aria-hidden="true"
      >
        {hours.map((hour, at) => {
          const good = heightOf(hour.delivered)
          const bad = heightOf(hour.failed)
          const x = at * (width + gap)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
            <g key={at}>
              <rect className="none" x={x} y={height - 2} width={width} height={2} />
              <rect className="good" x={x} y={height - good} width={width} height={good} />
              <rect className="bad" x={x} y={Math.max(height - good - bad, 0)} width={width} height={bad} />
            </g>
          )
        })}
      </svg>
      <p className="plain muted small">{dayInWords({ delivered, failed, isCut })}</p>
    </div>
  )
}

function dayInWords({ delivered, failed, isCut }: Pick<Outcomes, "delivered" | "failed" | "isCut">): string {
  if (delivered + failed === 0) return "Nothing sent in 24 hours"
  const counts = [`${delivered.toLocaleString()} delivered`, failed > 0 && `${failed.toLocaleString()} failed`]
    .filter(Boolean)
    .join(", ")
  return isCut ? `${counts} of the last ${(delivered + failed).toLocaleString()}` : `${counts} in 24 hours`
}
