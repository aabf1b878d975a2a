import type { CsvRow } from "../ui/csv-text.ts"
import type { Link } from "./columns.tsx"

/** The columns that an import reads, by the service's names. */
const importable = [
  "destination",
  "slug",
  "domain",
  "title",
  "tags",
  "expires_at",
  "click_limit",
  "passes_query",
] as const

/** Further columns of an export. */
const exportOnly = ["short_url", "clicks", "state", "created_at"] as const

type Column = (typeof importable)[number]

/** A row of the import action's input. */
export type ImportRow = Partial<Record<Column, string>>

/** The rows of a CSV export; the first row names the columns. */
export function rowsOfLinks(links: readonly Link[]): (string | number | null)[][] {
  const cellsOf = ({ tags, passes_query, ...link }: Link) => {
    const texts = { ...link, tags: tags.join(", "), passes_query: passes_query ? "true" : "" }
    return [...importable, ...exportOnly].map((name) => texts[name])
  }
  return [[...importable, ...exportOnly], ...links.map(cellsOf)]
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
  ...{ key: "slug", back_half: "slug", custom_back_half: "slug", short_name: "slug" },
  ...{ tag: "tags", expires: "expires_at", expiration: "expires_at", expiration_date: "expires_at" },
}

function columnOf(name: string): Column | undefined {
  const plain = name.toLowerCase().replace(/[\s-]+/g, "_")
  return importable.find((column) => column === plain) ?? otherNames[plain]
}
