import { look, type Row } from "./row.ts"
import { listed, listIn, partIn, textIn } from "./say.ts"

/** `2026-11-20T09:00:00+01:00` as `2026-11-20 09:00`. */
const local = (one: unknown, name: string) => textIn(one, name).slice(0, 16).replace("T", " ")

const spanLine = (one: unknown) => {
  const title = textIn(one, "title")
  return `${local(one, "starts_at")} to ${local(one, "ends_at")}${title && `: ${title}`}`
}

function free(result: unknown): string {
  if (partIn(result, "is_set") === false) return "You have not set your working hours yet, so I cannot tell."
  const none = "You are not free on those days."
  return listed(listIn(result, "free"), {
    none,
    some: `You are free (${textIn(result, "time_zone")}):`,
    line: spanLine,
  })
}

function busy(result: unknown): string {
  const none = "Your stream plan has nothing on those days."
  return listed(listIn(result, "busy"), {
    none,
    some: `You are busy (${textIn(result, "time_zone")}):`,
    line: spanLine,
  })
}

const onDay = (day: string | undefined) => (day ? { from: day, to: day } : {})

const commandLine = (one: unknown) => {
  const says = textIn(one, "reply") || textIn(one, "description")
  return `${textIn(one, "command")}${says && `: ${says}`}`
}

export const teamRows: Row[] = [
  look(
    "get_team_time",
    {
      example: "When am I free?",
      shapes: [
        "when am i free|available [this week]",
        "when do i have time [this week]",
        "am i free on {day:day}",
        "when am i free|available on {day:day}",
      ],
    },
    { input: ({ day }) => onDay(day), say: free },
  ),
  look(
    "get_team_time",
    {
      example: "When am I busy?",
      shapes: [
        "when am i busy|streaming [this week]",
        "when do i stream [this week]",
        "what is on my [stream] plan|calendar [this week]",
        "when am i busy|streaming on {day:day}",
      ],
    },
    { input: ({ day }) => onDay(day), say: busy },
  ),
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
          none: "Nobody is in this workspace.",
          some: "This week:",
          line: (one) => {
            const hours = listIn(one, "free").reduce(
              (sum, span) => sum + (Number(span.endsAt) - Number(span.startsAt)),
              0,
            )
            const who = textIn(one, "name") || textIn(one, "email")
            return partIn(one, "timeZone") === null
              ? `${who} has set no hours`
              : `${who} has ${Math.round(hours / 3_600_000)} free hours`
          },
        }),
    },
  ),
  look(
    "set_stream_plan",
    {
      example: "Set my stream plan to https://example.com/streams.ics",
      shapes: [
        "set|change [my] stream plan|calendar to {url:calendar}",
        "attach|use {url:calendar} as my stream plan|calendar",
      ],
    },
    { input: ({ url }) => ({ url }), say: () => "Your stream plan is attached, and your busy times come from it now." },
  ),
  look(
    "set_stream_plan",
    { example: "Detach my stream plan", shapes: ["detach|remove [my] stream plan|calendar"] },
    { input: () => ({ url: null }), say: () => "Your stream plan is detached." },
  ),
  look(
    "list_streamelements_commands",
    {
      example: "Which chat commands are there?",
      shapes: [
        "which|what [chat] [bot] commands are there",
        "which|what chat [bot] commands do we have",
        "list|show [me] [all] [my|our|the] chat [bot] commands",
      ],
    },
    {
      input: () => ({ limit: 100 }),
      say: (result) =>
        listed(listIn(result, "commands"), {
          none: `The channel ${textIn(result, "channel")} has no commands.`,
          some: `Commands of ${textIn(result, "channel")}:`,
          line: commandLine,
        }),
    },
  ),
  look(
    "list_workspaces",
    {
      example: "Which workspaces am I in?",
      shapes: ["which|what workspaces am|are i|we in", "list|show [me] [all] [my|our|the] workspaces"],
    },
    {
      say: (result) =>
        listed(listIn(result, "workspaces"), {
          none: "You are in no workspace.",
          some: "You are in:",
          line: (one) => `${textIn(one, "name")} as ${textIn(one, "role")}`,
        }),
    },
  ),
]
