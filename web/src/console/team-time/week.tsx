import { Button } from "../../kit/button.tsx"
import { NamedAvatar } from "../../kit/people/avatar.tsx"
import spoken from "../../kit/spoken.module.css"
import { failingWords } from "./calendar-words.ts"
import { DayCell, type TeamWeek } from "./day-cell.tsx"
import { dayAfter, dayName, weekBefore, weekName } from "./week-days.ts"

interface Props {
  week: TeamWeek
  /** Whether the week begins today. */
  isFirst: boolean
  /** Shows the week that begins on this day; undefined shows the week from today. */
  onGo(from: string | undefined): void
}

/** The team's week: a row per member, a column per day. */
export function Week({ week, isFirst, onGo }: Props) {
  const { days, isCut, now, timeZone } = week
  const first = days[0]?.date ?? ""
  const last = days.at(-1)?.date ?? ""
  return (
    <section className="week stack gap-3 shrinks" aria-labelledby="week-name">
      <h2 id="week-name" aria-live="polite">
        {weekName(first, last)}
      </h2>
      <div className="wrap middle gap-2">
        <Button size="sm" variant="default" disabled={isFirst} onClick={() => onGo(weekBefore(first, now, timeZone))}>
          Previous week
        </Button>
        <Button size="sm" variant="default" disabled={isFirst} onClick={() => onGo(undefined)}>
          Today
        </Button>
        <Button size="sm" variant="default" disabled={days.length < 7} onClick={() => onGo(dayAfter(last, 1))}>
          Next week
        </Button>
        <ul className="legend flex gap-4 muted smaller" aria-hidden="true">
          <li data-kind="free">Available</li>
          <li data-kind="busy">Busy</li>
        </ul>
      </div>
      <WeekTable week={week} />
      {isCut && <p className="apart">Only the first members to join are shown.</p>}
    </section>
  )
}

function WeekTable({ week }: { week: TeamWeek }) {
  const { days, members, now, timeZone } = week
  return (
    <table className="table stack sheet">
      <caption className={spoken.spoken}>Team availability</caption>
      <thead>
        <tr className="row">
          <th scope="col">Member</th>
          {days.map(({ date }, at) => (
            <DayHeading key={date} {...dayName(date, at === 0)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr className="row" key={member.accountId}>
            <th scope="row" className="member stack shrinks small">
              <NamedAvatar accountId={member.accountId} name={member.name ?? member.email} />
              <small>{clockOf(member, now)}</small>
              {member.calendarFailing && (
                <small data-failing>{failingWords(member.calendarFailing.knownUntil, timeZone)}</small>
              )}
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

function DayHeading({ weekday, day }: ReturnType<typeof dayName>) {
  return (
    <th scope="col">
      {weekday} <span>{day}</span>
    </th>
  )
}

/** The current time at the member's place. */
function clockOf({ timeZone }: TeamWeek["members"][number], now: number): string {
  if (timeZone === null) return "No hours set"
  const place = timeZone.split("/").at(-1)?.replaceAll("_", " ")
  return `${place}, ${new Date(now).toLocaleTimeString(undefined, { timeStyle: "short", timeZone })}`
}
