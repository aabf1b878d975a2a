import { useState } from "react"
import { Button } from "../../kit/button.tsx"
import { Choice } from "../../kit/field.tsx"
import { Row, Rows } from "../../kit/section.tsx"
import { stale, useChange } from "../ask.ts"
import type { AnswerOf } from "../calls.ts"
import { toast } from "../toast.ts"
import { ActionForm, TextInput } from "../ui/form.tsx"
import { spanWords } from "./calendar-words.ts"
import { type HoursSpan, Spans } from "./spans.tsx"

type Day = AnswerOf<"get-working-hours">["dateOverrides"][number]

/** Days off, and days whose hours differ from their weekday's. */
export function SpecialDays({ days }: { days: readonly Day[] }) {
  const set = useChange("set-date-override", { makesStale: stale.times })
  const remove = useChange("remove-date-override", {
    makesStale: stale.times,
    onDone: ({ date }) => {
      const before = days.find((day) => day.date === date)
      toast({
        title: `${dayName(date)} uses your regular hours`,
        ...(before && { action: { label: "Undo", run: () => set.mutate({ date, hours: before.hours }) } }),
      })
    },
  })
  return (
    <>
      <DayForm />
      <Rows>
        {days.map(({ date, hours }) => (
          <Row
            key={date}
            title={dayName(date)}
            detail={hours.length === 0 ? "Day off" : hours.map(spanWords).join(", ")}
            action={
              <Button
                size="sm"
                variant="default"
                aria-label={`Remove ${dayName(date)}`}
                isBusy={remove.isPending && remove.variables.date === date}
                onClick={() => remove.mutate({ date })}
              >
                Remove
              </Button>
            }
          />
        ))}
      </Rows>
    </>
  )
}

function DayForm() {
  const [isOff, setOff] = useState(true)
  const [spans, setSpans] = useState<readonly HoursSpan[]>([{ from: "09:00", to: "17:00" }])
  const set = useChange("set-date-override", {
    makesStale: stale.times,
    isForm: true,
    onDone: ({ date }) =>
      toast({
        title: `${dayName(date)} saved`,
      }),
  })
  return (
    <ActionForm
      change={set}
      submit="Save exception"
      toInput={({ date = "" }) => ({ date, hours: isOff ? [] : [...spans] })}
    >
      <TextInput name="date" label="Date" type="date" required />
      <Choice label="Day off" type="checkbox" checked={isOff} onChange={() => setOff(!isOff)} />
      {!isOff && <Spans about="This day" spans={spans} onChange={setSpans} />}
    </ActionForm>
  )
}

const format = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeZone: "UTC" })
const dayName = (date: string) => format.format(new Date(`${date}T00:00:00Z`))
