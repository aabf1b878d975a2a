import { useState } from "react"
import { stale, useChange } from "../ask.ts"
import type { AnswerOf, InputOf } from "../calls.ts"
import { ActionForm, SelectInput } from "../ui/form.tsx"
import { Spans } from "./spans.tsx"

type Hours = InputOf<"set-working-hours">["hours"]

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const
const usual = weekdays.slice(0, 5).map((day) => ({ day, from: "09:00", to: "17:00" }))

/** The reader's time zone and weekly working hours. */
export function HoursForm({ own, onDone }: { own: AnswerOf<"get-working-hours">; onDone(): void }) {
  const [changed, setHours] = useState<Hours>()
  const hours = changed ?? (own.timeZone ? own.hours : usual)
  const save = useChange("set-working-hours", {
    makesStale: stale.times,
    isForm: true,
    says: "Working hours saved",
    onDone,
  })
  const timeZone = own.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <ActionForm change={save} submit="Save" toInput={({ timeZone = "" }) => ({ timeZone, hours })}>
      <SelectInput
        name="timeZone"
        label="Time zone"
        description="Adjusts for daylight saving."
        defaultValue={timeZone}
        options={zonesWith(timeZone)}
      />
      <div>
        {weekdays.map((day) => (
          <DayFields key={day} day={day} hours={hours} onChange={setHours} />
        ))}
      </div>
    </ActionForm>
  )
}

interface DayProps {
  day: (typeof weekdays)[number]
  /** The hours of the whole week. */
  hours: Hours
  onChange(hours: Hours): void
}

function DayFields({ day, hours, onChange }: DayProps) {
  const others = hours.filter((span) => span.day !== day)
  return (
    <fieldset className="day stack gap-3" aria-label={nameOf(day)}>
      <span>{nameOf(day)}</span>
      <Spans
        about={nameOf(day)}
        spans={hours.filter((span) => span.day === day)}
        onChange={(spans) => onChange([...others, ...spans.map(({ from, to }) => ({ day, from, to }))])}
      />
    </fieldset>
  )
}

const nameOf = (day: string) => `${day[0]?.toUpperCase()}${day.slice(1)}`

/** The browser's time zones, and the stored one, which may have an older name. */
function zonesWith(zone: string): { value: string; label: string }[] {
  const names = new Set([...Intl.supportedValuesOf("timeZone"), "UTC", zone])
  return [...names].sort().map((name) => ({ value: name, label: name.replaceAll("_", " ") }))
}
