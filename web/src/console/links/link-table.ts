import type { CsvRow } from "../ui/csv-text.ts"
import type { Link } from "./columns.tsx"

/** The columns that links are made of when a file is taken in, as the service names them. */
const taken = ["destination", "slug", "domain", "title", "tags", "expires_at", "click_limit", "passes_query"] as const

/** What a file says of a link beside them. */
const told = ["short_url", "clicks", "state", "created_at"] as const

type Column = (typeof taken)[number]

/** One row as the service takes it in. */
export type ImportRow = Partial<Record<Column, string>>

/** Links as the rows of a CSV file, the first of which names the columns. */
export function rowsOfLinks(links: readonly Link[]): (string | number | null)[][] {
  const cellsOf = ({ tags, passes_query, ...link }: Link) => {
    const texts = { ...link, tags: tags.join(", "), passes_query: passes_query ? "true" : "" }
    return [...taken, ...told].map((name) => texts[name])
  }
  return [[...taken, ...told], ...links.map(cellsOf)]
}

/** A row that was read, with the line of the file that it begins in, and its cells as they stand there. */
export interface FileRow extends CsvRow {
  link: ImportRow
}

/** A file as links are made of it. */
export interface LinkTable {
  header: readonly string[]
  rows: readonly FileRow[]
  /** Columns that say nothing of a new link. */
  unused: readonly string[]
}

/** Finds the columns of a file. Undefined when none of them says where links lead. */
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

/** More of a cell is not sent: what is longer is refused in any case. */
const longest = 2_500

/** What other services call these columns in their files. */
const otherNames: Readonly<Record<string, Column>> = {
  ...{ url: "destination", long_url: "destination", destination_url: "destination", original_url: "destination" },
  ...{ key: "slug", back_half: "slug", custom_back_half: "slug", short_name: "slug" },
  ...{ tag: "tags", expires: "expires_at", expiration: "expires_at", expiration_date: "expires_at" },
}

function columnOf(name: string): Column | undefined {
  const plain = name.toLowerCase().replace(/[\s-]+/g, "_")
  return taken.find((column) => column === plain) ?? otherNames[plain]
}
