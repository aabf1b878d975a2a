import { z } from "zod"
import { parse } from "#access/parse.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { invalidInput } from "#kernel/error.ts"
import { longestLinkTitle } from "../link.ts"
import { mostClicks, typedDestination } from "../link-input.ts"
import { newLink } from "../new-link.ts"
import { foldTag, mostTags, tagName, tagNames } from "../tags/index.ts"
import { readAnswer, readCount, readTime } from "./read-cell.ts"

const cell = z.string()

/** A row of a table of links, as text. The columns have the names of the console's export. Cells may be left out. */
export const importRow = z.strictObject({
  destination: cell.optional(),
  slug: cell.optional(),
  domain: cell.optional(),
  title: cell.optional(),
  tags: cell.optional().describe("Separated by commas or semicolons."),
  expiresAt: cell.optional().describe("ISO 8601 with `Z` or an offset; may be in the past."),
  clickLimit: cell.optional(),
  passesQuery: cell.optional().describe("`true` or `false`, or a word for it."),
  clicks: cell.optional().describe("Clicks until now."),
  limitedClicks: cell.optional().describe("How many of `clicks` the click limit counts. Default: none."),
  createdAt: cell.optional().describe("ISO 8601 with `Z` or an offset."),
})

type Row = z.output<typeof importRow>

const importedLink = newLink.extend({ destination: typedDestination, tags: tagNames })

/** The link of a row, and a sentence for each part of the row that the link will lack. */
export interface ReadRow {
  link: z.output<typeof importedLink>
  past: { clicks: number; clicks_before: number; created_at: number }
  notes: string[]
}

/**
 * Reads a row. What decides where a link leads, or when it stops, must be readable. Other cells that do not fit are cut
 * or left out, with a note. @throws ServiceError `invalid_request` with the field at fault
 */
export function readImportRow(row: Row, now: number): ReadRow {
  const notes: string[] = []
  const text = (name: keyof Row) => row[name]?.trim() ?? ""
  const given = (name: "slug" | "domain") => text(name) && { [name]: text(name) }
  const destination = text("destination")
  if (destination === "") {
    throw invalidInput("The row has no destination.", "Fill in the cell, or delete the row.", "destination")
  }
  const clickLimit = readLimit(text("clickLimit"))
  const link = parse(importedLink, {
    destination,
    ...(given("slug") || {}),
    ...(given("domain") || {}),
    title: readTitle(text("title"), notes),
    tags: readTags(text("tags"), notes),
    expiresAt: readEnd(text("expiresAt"), { now, notes }),
    clickLimit,
    passesQuery: readPasses(text("passesQuery")),
  })
  const clicks = readClicks(text("clicks"), notes)
  const counted = clickLimit === null ? 0 : Math.min(clicks, readCount(text("limitedClicks")) ?? 0)
  const created_at = readCreated(text("createdAt"), { now, notes })
  return { link, past: { clicks, clicks_before: clicks - counted, created_at }, notes }
}

function readTitle(text: string, notes: string[]): string | null {
  const whole = cleanText(text, Number.POSITIVE_INFINITY)
  let title = whole
  // An emoji may be many characters, and each counts.
  for (let size = longestLinkTitle; [...title].length > longestLinkTitle; size = Math.floor(size / 2)) {
    title = cleanText(whole, size)
  }
  if (title !== whole) notes.push(`The title is cut to ${longestLinkTitle} characters.`)
  return title || null
}

/** Leaves out tags that are too long, and those above the limit. */
function readTags(text: string, notes: string[]): string[] {
  const fits = (name: string) => tagName.safeParse(name).success
  const spelled = splitTags(text).map((name) => [foldTag(name), name] as const)
  const names = [...new Map(spelled.toReversed()).values()].toReversed()
  const [fitting, other] = [names.filter(fits), names.filter((name) => !fits(name))]
  for (const name of other) notes.push(`The tag “${cleanText(name, 40)}” is too long and is left out.`)
  const more = fitting.splice(mostTags)
  if (more.length > 0) notes.push(`Tags above ${mostTags} are left out: ${more.join(", ")}.`)
  return fitting
}

function splitTags(text: string): string[] {
  return text
    .split(/[,;，、]/)
    .map((name) => name.trim())
    .filter(Boolean)
}

interface Told {
  now: number
  notes: string[]
}

function readEnd(text: string, { now, notes }: Told): string | null {
  const at = readTime(text)
  if (at === undefined) {
    throw invalidInput(
      `The end “${cleanText(text, 40)}” is not a date.`,
      "Write it as in 2027-12-31 23:59.",
      "expiresAt",
    )
  }
  if (at === null) return null
  if (at <= now) notes.push("The end is in the past, so the link comes as expired.")
  return new Date(at).toISOString()
}

function readLimit(text: string): number | null {
  const limit = readCount(text)
  if (limit === undefined || limit > mostClicks) {
    throw invalidInput(
      `The click limit “${cleanText(text, 40)}” is not a whole number.`,
      "Write it in digits, such as 500.",
      "clickLimit",
    )
  }
  return limit || null // other services write 0 for no limit
}

function readPasses(text: string): boolean {
  const answer = readAnswer(text)
  if (answer === undefined)
    throw invalidInput(
      `“${cleanText(text, 40)}” does not say whether query parameters are passed.`,
      "Write yes or no.",
      "passesQuery",
    )
  return answer
}

function readClicks(text: string, notes: string[]): number {
  const clicks = readCount(text)
  if (clicks !== undefined && clicks <= mostClicks) return clicks
  notes.push(`“${cleanText(text, 40)}” is not a number of clicks, so none come along.`)
  return 0
}

/** No short link is older. */
const firstDay = Date.UTC(1990)

function readCreated(text: string, { now, notes }: Told): number {
  const at = readTime(text)
  if (at === null) return now
  if (at !== undefined && at >= firstDay && at <= now) return at
  notes.push(`“${cleanText(text, 40)}” is not a day of creation, so the link is created today.`)
  return now
}
