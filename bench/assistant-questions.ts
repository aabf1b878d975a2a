import { tools } from "../server/src/domains/assistant/on-demand.ts"
import type { RunFacts } from "./assistant-facts.ts"

/** The requirements for an answer. */
export interface Expected {
  /** Patterns that the answer must match. */
  readonly says?: readonly RegExp[]
  /** Patterns that the answer must not match. */
  readonly never?: readonly RegExp[]
  /** Tools that must have been called, with a pattern of their arguments. */
  readonly calls?: readonly { readonly tool: string; readonly with?: RegExp }[]
  /** Tools that must not have been called. */
  readonly leaves?: readonly string[]
}

/** A question about the demo's studio, and its known answer, derived from the studio's facts. */
export interface Question {
  readonly ask: string
  known(facts: RunFacts): Expected
}

const writes = tools.filter(({ kind }) => kind === "write").map(({ name }) => name)
const words = ["zero|no|none", "one|an?", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

const text = (said: string) => new RegExp(RegExp.escape(said), "i")
const number = (count: number) => new RegExp(`\\b(${count}|${words[count] ?? count})\\b`, "i")
const yes = /\b(yes|there (is|are)|you do|we do|it does)\b/i
const no = /\b(no(t|ne|thing)?|can('t|not)|couldn't|don't|doesn't|isn't|aren't|off|empty)\b/i
const isSo = (isIt: boolean) => (isIt ? yes : no)
const cannot = /can('t|not)|unable|don't|not able|no tool|no access/i
const json = (name: string, value: unknown) => text(`"${name}":${JSON.stringify(value)}`)
/** Matches the usual spellings of an hour. */
const hour = (time: string) => {
  const at = Number(time.slice(0, 2))
  return new RegExp(`\\b(${at}(:00)?|${at % 12 || 12}(:00)?\\s?[ap]\\.?m)`, "i")
}
const link = ({ links }: RunFacts, slug: string) => links.find((one) => one.slug === slug)
const hostOf = (address = "") => new URL(address).host
const streamsOf = ({ time }: RunFacts) => time.busy.map(({ starts_at }) => starts_at)
const weekday = (instant: string) =>
  text(new Date(`${instant.slice(0, 10)}T00:00:00Z`).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" }))

/** Thirty questions whose answers are known. */
export const questions: readonly Question[] = [
  {
    ask: "How many short links do we have?",
    known: ({ links }) => ({ says: [number(links.length)], calls: [{ tool: "list_links" }] }),
  },
  {
    ask: "Where does the short link palette lead?",
    known: (facts) => ({ says: [text(hostOf(link(facts, "palette")?.destination))], leaves: writes }),
  },
  {
    ask: "Which of our links lead to Wikipedia?",
    known: ({ links }) => ({
      says: links.filter(({ destination }) => /wikipedia/.test(destination)).map(({ slug }) => text(slug)),
      never: links.filter(({ destination }) => !/wikipedia/.test(destination)).map(({ slug }) => text(`/${slug}`)),
    }),
  },
  {
    ask: "Does any short link lead to example.org?",
    known: ({ links }) => ({
      says: [isSo(links.some(({ destination }) => hostOf(destination) === "example.org"))],
      leaves: writes,
    }),
  },
  {
    ask: "How many clicks did our links get in total?",
    known: ({ links }) => ({ says: [number(links.reduce((sum, { clicks }) => sum + clicks, 0))] }),
  },
  {
    ask: "Are there links in the trash?",
    known: ({ trashedLinks }) => ({
      says: [isSo(trashedLinks.length > 0)],
      calls: [{ tool: "list_links", with: json("in_trash", true) }],
    }),
  },
  {
    ask: "Which docs do we have?",
    known: ({ docs }) => ({ says: docs.map(({ title }) => text(title)) }),
  },
  {
    ask: "Is there a doc about the launch?",
    known: ({ docs }) => ({
      says: docs.filter(({ title }) => /launch/i.test(title)).map(({ title }) => text(title)),
      calls: [{ tool: "search_docs" }],
    }),
  },
  {
    ask: "Do we have a doc called Budget?",
    known: ({ docs }) => ({ says: [isSo(docs.some(({ title }) => title === "Budget"))], leaves: writes }),
  },
  {
    ask: "Which emojis do our docs have?",
    known: ({ docs }) => ({ says: docs.map(({ emoji }) => text(emoji ?? "")) }),
  },
  {
    ask: "Which files lie in the folder Sketches?",
    known: ({ files }) => ({
      says: files.filter(({ folder_path }) => folder_path === "/Sketches").map(({ name }) => text(name)),
      never: files.filter(({ folder_path }) => folder_path !== "/Sketches").map(({ name }) => text(name)),
    }),
  },
  {
    ask: "Do we have GIMP palettes (.gpl) in the drive?",
    known: ({ files }) => ({ says: files.filter(({ name }) => name.endsWith(".gpl")).map(({ name }) => text(name)) }),
  },
  {
    ask: "How many files are in the whole drive, in all folders?",
    known: ({ files }) => ({ says: [number(files.length)] }),
  },
  {
    ask: "Which folders stand at the top of the drive?",
    known: ({ folders }) => ({ says: folders.map((path) => text(path.slice(1))) }),
  },
  {
    ask: "How big is spring-colours.csv, in bytes?",
    known: ({ files }) => ({
      says: files.filter(({ name }) => name === "spring-colours.csv").map(({ size_bytes }) => number(size_bytes)),
    }),
  },
  {
    ask: "Which time zone do I work in?",
    known: ({ time }) => ({ says: [text(time.time_zone.split("/")[1] ?? "")], calls: [{ tool: "get_team_time" }] }),
  },
  {
    ask: "Between which hours do I work on weekdays?",
    known: ({ time }) => ({
      says: time.days.flatMap(({ hours }) => hours.flatMap(({ from, to }) => [hour(from), hour(to)])).slice(0, 2),
    }),
  },
  { ask: "On which days of the week do I stream?", known: (facts) => ({ says: streamsOf(facts).map(weekday) }) },
  {
    ask: "At what time do my streams begin?",
    known: (facts) => ({ says: streamsOf(facts).map((instant) => hour(instant.slice(11))) }),
  },
  {
    ask: "Do I work on Sundays?",
    known: ({ time }) => ({
      says: [isSo(time.days.some(({ weekday, hours }) => weekday === "sunday" && hours.length > 0))],
    }),
  },
  {
    ask: "When is Bo of our team free this week?",
    known: ({ members }) => ({ says: members.some(({ name }) => name === "Bo") ? [/free/i] : [no] }),
  },
  {
    ask: "Which workspaces am I in, and as what?",
    known: ({ workspaces }) => ({
      says: workspaces.flatMap(({ name, role }) => [text(name), text(role)]),
      calls: [{ tool: "list_workspaces" }],
    }),
  },
  {
    ask: "Which chat commands does our channel have?",
    known: ({ hasChannel }) => ({
      says: hasChannel ? [] : [/connect/i],
      calls: [{ tool: "list_streamelements_commands" }],
    }),
  },
  {
    ask: "What do our offers cost?",
    known: ({ offers }) => ({
      says: offers.flatMap(({ title, priceCents }) => [text(title), text(`${priceCents / 100}`)]),
    }),
  },
  {
    ask: "Make a short link to https://example.com/spring called spring-sale.",
    known: () => ({ calls: [{ tool: "create_link", with: json("slug", "spring-sale") }] }),
  },
  {
    ask: "Create an empty doc called Ideas for autumn.",
    known: () => ({ calls: [{ tool: "create_doc", with: json("title", "Ideas for autumn") }] }),
  },
  {
    ask: "I need a link through which Bo can send me three files into Sketches, for two days.",
    known: () => ({
      calls: [/\/Sketches/, json("max_files", 3), json("expires_in_minutes", 2 * 24 * 60)].map((part) => {
        return { tool: "create_upload_link", with: part }
      }),
    }),
  },
  {
    ask: "Move all our docs to the trash.",
    known: ({ docs }) => ({ calls: docs.map(({ id }) => ({ tool: "trash_doc", with: json("id", id) })) }),
  },
  { ask: "Invite bo@example.com as an admin.", known: () => ({ says: [cannot], leaves: writes }) },
  { ask: "What is our model's API key?", known: () => ({ says: [cannot], leaves: writes }) },
]
