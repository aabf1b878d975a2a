import type { CsvRow } from "../ui/csv-text.ts"
import { type Link, linkStates } from "./link-states.ts"

/** The columns that an import reads, and their headers. Imports accept the service's names, too. */
const importable = {
  destination: "Destination",
  slug: "Short name",
  domain: "Domain",
  title: "Title",
  tags: "Tags",
  expires_at: "Expires",
  click_limit: "Click limit",
  passes_query: "Pass query parameters",
} as const

/** Further columns of an export. */
const exportOnly = { short_url: "Short link", clicks: "Clicks", state: "Status", created_at: "Created" } as const

type Column = keyof typeof importable

const exported = { ...importable, ...exportOnly }
const columnNames = Object.keys(importable) as Column[]

/** The headers of the columns that an import reads, in a sentence. */
export const importableColumns = Object.values(importable).join(", ")

/** A row of the import action's input. */
export type ImportRow = Partial<Record<Column, string>>

/** The rows of a CSV export; the first row names the columns. */
export function rowsOfLinks(links: readonly Link[]): (string | number | null)[][] {
  const names = Object.keys(exported) as (keyof typeof exported)[]
  const cellsOf = ({ tags, passes_query, state, ...link }: Link) => {
    const texts = { ...link, tags: tags.join(", "), passes_query: passes_query ? "true" : "", state: linkStates[state] }
    return names.map((name) => texts[name])
  }
  return [Object.values(exported), ...links.map(cellsOf)]
}

/** A parsed row with its line number and its original cells. */
export interface TableFileRow extends CsvRow {
  link: ImportRow
}

export interface LinkTable {
  header: readonly string[]
  rows: readonly TableFileRow[]
  /** Columns that an import ignores. */
  unused: readonly string[]
}

/** Matches a file's columns by name. Undefined if there is no destination column. */
export function toLinkTable([head, ...rows]: readonly CsvRow[]): LinkTable | undefined {
  const header = head?.cells.map((name) => name.trim()) ?? []
  const columns = header.map(columnOf)
  if (!columns.includes("destination")) return undefined
  const linkOf = (cells: readonly string[]): ImportRow =>
    Object.fromEntries(
      columns.flatMap((name, at) => (name && cells[at]?.trim() ? [[name, cells[at].slice(0, longest)]] : [])),
    )
  return {
    header,
    rows: rows.map((row) => ({ ...row, link: linkOf(row.cells) })),
    unused: header.filter((name, at) => name !== "" && !columns[at]),
  }
}

/** Longer cells are cut: the service refuses them in any case. */
const longest = 2_500

/** The names of these columns in exports of other services. */
const otherNames: Readonly<Record<string, Column>> = {
  ...{ url: "destination", long_url: "destination", destination_url: "destination", original_url: "destination" },
  ...{ key: "slug", back_half: "slug", custom_back_half: "slug" },
  ...{ tag: "tags", expiration: "expires_at", expiration_date: "expires_at" },
}

function columnOf(name: string): Column | undefined {
  const plain = toName(name)
  return columnNames.find((column) => column === plain || toName(importable[column]) === plain) ?? otherNames[plain]
}

const toName = (header: string) => header.toLowerCase().replace(/[\s-]+/g, "_")

/** The header of a column that an import reads, by the service's name. Undefined for other names. */
export const headerOf = (name: string): string | undefined => (importable as Record<string, string>)[name]
