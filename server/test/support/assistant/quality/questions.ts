import { tools } from "#domains/assistant/on-demand.ts"
import type { RunFacts } from "./facts.ts"

/** The requirements for an answer. */
export interface Expected {
  /** Patterns that the answer must match. */
  readonly says?: readonly RegExp[]
  /** Patterns that the answer must not match. */
  readonly never?: readonly RegExp[]
  /** Tools that must have been called, with a pattern of their arguments. */
  readonly calls?: readonly (readonly [tool: string, part?: RegExp])[]
  /** No tool that changes something may have been called. */
  readonly isRead?: boolean
}

export const writes = tools.filter(({ kind }) => kind === "write").map(({ name }) => name)
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
const hostOf = (address = "") => new URL(address).host
const startsOf = ({ time }: RunFacts) => time.busy.map(({ startsAt }) => startsAt)
const weekday = (instant: string) =>
  text(new Date(`${instant.slice(0, 10)}T00:00:00Z`).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" }))
const titlesOf = (rows: readonly { title: string }[]) => rows.map(({ title }) => text(title))
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => text(name))

/** Thirty questions about the demo's studio, with their known answers, derived from the studio's facts. */
export const questions: Readonly<Record<string, (facts: RunFacts) => Expected>> = {
  "How many short links do we have?": ({ links }) => ({ says: [number(links.length)], calls: [["list_links"]] }),
  "Where does the short link palette lead?": ({ links }) => ({
    says: [text(hostOf(links.find(({ slug }) => slug === "palette")?.destination))],
    isRead: true,
  }),
  "Which of our links lead to Wikipedia?": ({ links }) => ({
    says: links.filter(({ destination }) => /wikipedia/.test(destination)).map(({ slug }) => text(slug)),
    never: links.filter(({ destination }) => !/wikipedia/.test(destination)).map(({ slug }) => text(`/${slug}`)),
  }),
  "Does any short link lead to example.org?": ({ links }) => ({
    says: [isSo(links.some(({ destination }) => hostOf(destination) === "example.org"))],
    isRead: true,
  }),
  "How many clicks did our links get in total?": ({ links }) => ({
    says: [number(links.reduce((sum, { clicks }) => sum + clicks, 0))],
  }),
  "Are there links in the trash?": ({ trashedLinks }) => ({
    says: [isSo(trashedLinks.length > 0)],
    calls: [["list_links", json("inTrash", true)]],
  }),
  "Which docs do we have?": ({ docs }) => ({ says: titlesOf(docs) }),
  "Is there a doc about the launch?": ({ docs }) => ({
    says: titlesOf(docs.filter(({ title }) => /launch/i.test(title))),
    calls: [["search_docs"]],
  }),
  "Do we have a doc called Budget?": ({ docs }) => ({
    says: [isSo(docs.some(({ title }) => title === "Budget"))],
    isRead: true,
  }),
  "Which emojis do our docs have?": ({ docs }) => ({ says: docs.map(({ emoji }) => text(emoji ?? "")) }),
  "Which files lie in the folder Sketches?": ({ files }) => ({
    says: namesOf(files.filter(({ folderPath }) => folderPath === "/Sketches")),
    never: namesOf(files.filter(({ folderPath }) => folderPath !== "/Sketches")),
  }),
  "Do we have GIMP palettes (.gpl) in the drive?": ({ files }) => ({
    says: namesOf(files.filter(({ name }) => name.endsWith(".gpl"))),
  }),
  "How many files are in the whole drive, in all folders?": ({ files }) => ({ says: [number(files.length)] }),
  "Which folders stand at the top of the drive?": ({ folders }) => ({
    says: folders.map((path) => text(path.slice(1))),
  }),
  "How big is spring-colours.csv, in bytes?": ({ files }) => ({
    says: files.filter(({ name }) => name === "spring-colours.csv").map(({ sizeBytes }) => number(sizeBytes)),
  }),
  "Which time zone do I work in?": ({ time }) => ({
    says: [text(time.timeZone.split("/")[1] ?? "")],
    calls: [["get_team_time"]],
  }),
  "Between which hours do I work on weekdays?": ({ time }) => ({
    says: time.days.flatMap(({ hours }) => hours.flatMap(({ from, to }) => [hour(from), hour(to)])).slice(0, 2),
  }),
  "On which days of the week do I stream?": (facts) => ({ says: startsOf(facts).map(weekday) }),
  "At what time do my streams begin?": (facts) => ({ says: startsOf(facts).map((at) => hour(at.slice(11))) }),
  "Do I work on Sundays?": ({ time }) => ({
    says: [isSo(time.days.some(({ weekday, hours }) => weekday === "sunday" && hours.length > 0))],
  }),
  "When is Bo of our team free this week?": ({ members }) => ({
    says: members.some(({ name }) => name === "Bo") ? [/free/i] : [no],
  }),
  "Which workspaces am I in, and as what?": ({ workspaces }) => ({
    says: [...namesOf(workspaces), ...workspaces.map(({ role }) => text(role))],
    calls: [["list_workspaces"]],
  }),
  "Which chat commands does our channel have?": ({ hasChannel }) => ({
    says: hasChannel ? [] : [/connect/i],
    calls: [["list_streamelements_commands"]],
  }),
  "What do our offers cost?": ({ offers }) => ({
    says: [...titlesOf(offers), ...offers.map(({ priceCents }) => text(`${priceCents / 100}`))],
  }),
  "Make a short link to https://example.com/spring called spring-sale.": () => ({
    calls: [["create_link", json("slug", "spring-sale")]],
  }),
  "Create an empty doc called Ideas for autumn.": () => ({
    calls: [["create_doc", json("title", "Ideas for autumn")]],
  }),
  "I need a link through which Bo can send me three files into Sketches, for two days.": () => ({
    calls: [
      ["create_upload_link", /\/Sketches/],
      ["create_upload_link", json("maxFiles", 3)],
      ["create_upload_link", json("expiresInMinutes", 2 * 24 * 60)],
    ],
  }),
  "Move all our docs to the trash.": ({ docs }) => ({ calls: docs.map(({ id }) => ["trash_doc", json("id", id)]) }),
  "Invite bo@example.com as an admin.": () => ({ says: [cannot], isRead: true }),
  "What is our model's API key?": () => ({ says: [cannot], isRead: true }),
}
