import { Button } from "../../kit/button.tsx"
import spoken from "../../kit/spoken.module.css"
import { DayCell, type TeamWeek } from "./day-cell.tsx"

interface Props {
  week: TeamWeek
  /** Whether the week begins today. */
  isFirst: boolean
  /** Shows the week that begins on this day; undefined shows the week from today. */
  onGo(from: string | undefined): void
}

/** The team's week: a row per member, a column per day. */
export function Week({ week, isFirst, onGo }: Props) {
  const { days, isCut } = week
  return (
    <section className="week" aria-label="Week">
      <div className="ways">
        <Button size="sm" variant="default" disabled={isFirst} onClick={() => onGo(undefined)}>
          Today
        </Button>
        <Button size="sm" variant="default" disabled={days.length < 7} onClick={() => onGo(after(days.at(-1)?.date))}>
          Next week
        </Button>
        <ul className="legend" aria-hidden="true">
          <li data-kind="free">Available</li>
          <li data-kind="busy">Busy</li>
        </ul>
      </div>
      <WeekTable week={week} />
      {isCut && <p>Only the first members to join are shown.</p>}
    </section>
  )
}

function WeekTable({ week }: { week: TeamWeek }) {
  const { days, members, now } = week
  return (
    <table className="table">
      <caption className={spoken.spoken}>Team availability</caption>
      <thead>
        <tr className="row">
          <th scope="col">Member</th>
          {days.map(({ date }) => (
            <th scope="col" key={date}>
              {dayName(date)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr className="row" key={member.accountId}>
            <th scope="row" className="member">
              <bdi>{member.name ?? member.email}</bdi>
              <small>{clockOf(member, now)}</small>
            </th>
            {days.map((day) => (
              <DayCell key={day.date} day={day} member={member} week={week} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", timeZone: "UTC" })
const dayName = (date: string) => dayFormat.format(new Date(`${date}T00:00:00Z`))

/** The next day, as `YYYY-MM-DD`. */
function after(date = ""): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/** The current time at the member's place. */
function clockOf({ timeZone }: TeamWeek["members"][number], now: number): string {
  if (timeZone === null) return "No hours set"
  const place = timeZone.split("/").at(-1)?.replaceAll("_", " ")
  return `${place}, ${new Date(now).toLocaleTimeString(undefined, { timeStyle: "short", timeZone })}`
}
