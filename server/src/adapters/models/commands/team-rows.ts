import { hourMs } from "#kernel/time/units.ts"
import { type CommandRow, look } from "./row.ts"
import { listed, listIn, partIn, textIn, timeIn } from "./say.ts"

const line = (one: unknown) => {
  const who = textIn(one, "name") || textIn(one, "email")
  if (partIn(one, "timeZone") === null) return `${who} has no working hours set`
  const free = listIn(one, "free").reduce((sum, span) => sum + timeIn(span, "endsAt") - timeIn(span, "startsAt"), 0)
  return `${who} has ${Math.round(free / hourMs)} free hours`
}

export const teamRows: CommandRow[] = [
  look(
    "get_team_week",
    {
      example: "Who is free this week?",
      shapes: [
        "who is free|available|here [this week]",
        "when is|are the team|everybody|everyone|we free|available [this week]",
        "show [me] [the|our] team week",
      ],
    },
    {
      say: (result) =>
        listed(listIn(result, "members"), { none: "This workspace has no members.", some: "This week:", line }),
    },
  ),
]
