import { type Link, linkStates } from "./link-states.ts"

/** The meanings of a column in a table of links, each with its header in an export. */
export const linkColumnNames = {
  destination: "Destination",
  slug: "Short name",
  domain: "Domain",
  title: "Title",
  tags: "Tags",
  expires_at: "Expires",
  click_limit: "Click limit",
  passes_query: "Pass query parameters",
  short_url: "Short link",
  clicks: "Clicks",
  limited_clicks: "Clicks that the limit counts",
  created_at: "Created",
} as const

export type LinkColumn = keyof typeof linkColumnNames

/** The rows of a CSV export; the first row names the columns. An import of them makes the same links. */
export function rowsOfLinks(links: readonly Link[]): (string | number | null)[][] {
  const names = Object.keys(linkColumnNames) as LinkColumn[]
  const cellsOf = ({ tags, passes_query, state, clicks_before, ...link }: Link) => {
    const limited_clicks = link.click_limit === null ? null : link.clicks - clicks_before
    const texts = { ...link, limited_clicks, tags: tags.join(", "), passes_query: passes_query ? "true" : "" }
    return [...names.map((name) => texts[name]), linkStates[state]]
  }
  return [[...Object.values(linkColumnNames), "Status"], ...links.map(cellsOf)]
}
