import { groupBy } from "../../../kit/newer-functions.ts"

type Cell = string | number | null
/** The rows of a table. The first one names the columns. */
export type CsvTable = readonly (readonly Cell[])[]

/** A row and the line it starts at. */
export interface CsvRow {
  line: number
  cells: readonly string[]
}

/** Makes the table of an export from its columns: each has a name, and the cell of a row. */
export function toCsvTable<Row>(columns: Readonly<Record<string, (row: Row) => Cell>>, rows: readonly Row[]): CsvTable {
  return [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cell) => cell(row)))]
}

/** Formats epoch milliseconds as ISO 8601 in UTC. */
export const toCsvTime = (at: number | null) => (at === null ? "" : new Date(at).toISOString())

export function writeCsv(rows: CsvTable): string {
  return `${rows.map((row) => row.map(toCell).join(",")).join("\r\n")}\r\n`
}

function toCell(value: Cell): string {
  if (typeof value === "number") return String(value)
  // Prevents formula injection: a spreadsheet would run such a text, and buyers can choose it.
  const text = (value ?? "").replace(/^'*[=+\-@\t\r]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Parses CSV with commas, semicolons, tabs or bars. It reverses `writeCsv`, and skips empty lines and Excel's `sep=;`. */
export function readCsv(text: string): CsvRow[] {
  const [separatorLine = "", sign] = /^\ufeff?(?:"?sep=([,;|\t])"?(?:\r\n?|\n|$))?/i.exec(text) ?? []
  const body = text.slice(separatorLine.length)
  const rows: CsvRow[] = []
  let line = sign === undefined ? 1 : 2
  let cells: string[] = []
  let begun = line
  for (const [all, quoted, bare = "", end = ""] of body.matchAll(patternFor(sign ?? separatorOf(body)))) {
    cells.push(toText(quoted === undefined ? bare : quoted.slice(1, -1).replaceAll('""', '"')))
    line += all.match(/\r\n?|\n/g)?.length ?? 0
    if (!/[\r\n]|^$/.test(end)) continue
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line: begun, cells })
    cells = []
    begun = line
  }
  return rows
}

/** The separator is the one that most of the first lines have equally often, or else the most frequent one. */
function separatorOf(body: string): string {
  const start = body.slice(0, 20_000).replace(/"[^"]*"/g, "")
  const lines = start.split(/[\r\n]+/, 20).filter(Boolean)
  const scored = [",", ";", "\t", "|"].map((sign) => {
    const byCount = groupBy(lines, (line) => line.split(sign).length - 1)
    byCount.delete(0)
    const [[count, { length }] = [0, []]] = [...byCount].toSorted(([, one], [, other]) => other.length - one.length)
    return { sign, count, length }
  })
  const [best] = scored.toSorted((one, other) => other.length - one.length || other.count - one.count)
  return best?.count ? best.sign : ","
}

/** Matches a quoted or bare cell and its end. */
function patternFor(separator: string): RegExp {
  return new RegExp(`(?:("(?:[^"]|"")*")|([^${separator}\\r\\n]*))([${separator}]|\\r\\n?|\\n|$)`, "g")
}

/** Removes the quote that `toCell` adds against formula injection. */
const toText = (cell: string) => cell.replace(/^'(?='*[=+\-@\t\r])/, "")
