import { hourMs } from "#kernel/time/units.ts"
import { type CommandRow, look } from "./row.ts"
import { cited, listed, listIn, money, numberIn, partIn, textIn, timeIn } from "./say.ts"

const offerLine = (one: unknown) => {
  const price = money(numberIn(one, "priceCents"), textIn(one, "currency"))
  const sold = `${numberIn(one, "unitsTaken")} sold`
  return `${cited("offer", one, textIn(one, "title"))}: ${price}, ${textIn(one, "state")}, ${sold}`
}

export const offerRows: CommandRow[] = [
  look(
    "list_offers",
    {
      example: "List my offers",
      shapes: ["list|show [me] [all] [my|our|the] offers", "which|what offers do i|we have", "what do i|we sell"],
    },
    {
      input: () => ({ limit: 100 }),
      say: (result) =>
        listed(listIn(result, "items"), { none: "No offers yet.", some: "Newest first:", line: offerLine }),
    },
  ),
]

const freeLine = (one: unknown) => {
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
        listed(listIn(result, "members"), {
          none: "This workspace has no members.",
          some: "this week:",
          line: freeLine,
        }),
    },
  ),
]
