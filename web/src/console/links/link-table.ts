import { type Link, linkStates } from "./link-states.ts"

/** The meanings of a column in a table of links, each with its header in an export. */
export const linkColumnNames = {
  destination: "Destination",
  slug: "Short name",
  domain: "Domain",
  title: "Title",
  tags: "Tags",
  expiresAt: "Expires",
  clickLimit: "Click limit",
  passesQuery: "Pass query parameters",
  shortUrl: "Short link",
  clicks: "Clicks",
  limitedClicks: "Clicks that the limit counts",
  createdAt: "Created",
} as const

export type LinkColumn = keyof typeof linkColumnNames

/** The rows of a CSV export; the first row names the columns. An import of them makes the same links. */
export function rowsOfLinks(links: readonly Link[]): (string | number | null)[][] {
  const names = Object.keys(linkColumnNames) as LinkColumn[]
  const cellsOf = ({ tags, passesQuery, state, clicksBefore, ...link }: Link) => {
    const limitedClicks = link.clickLimit === null ? null : link.clicks - clicksBefore
    const texts = { ...link, limitedClicks, tags: tags.join(", "), passesQuery: passesQuery ? "true" : "" }
    return [...names.map((name) => texts[name]), linkStates[state]]
  }
  return [[...Object.values(linkColumnNames), "Status"], ...links.map(cellsOf)]
}
