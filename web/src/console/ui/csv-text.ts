type Cell = string | number | null

/** One row of a CSV file, and the line that it begins in. */
export interface CsvRow {
  line: number
  cells: readonly string[]
}

/** Writes a table as CSV (RFC 4180). The first row names the columns. */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return `${rows.map((row) => row.map(toCell).join(",")).join("\r\n")}\r\n`
}

function toCell(value: Cell): string {
  if (typeof value === "number") return String(value)
  // A spreadsheet would run what begins so as a formula, and buyers choose what stands here.
  const text = (value ?? "").replace(/^[=+\-@\t\r]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Reads CSV with commas, semicolons or tabs, as spreadsheets write it, and what `writeCsv` wrote as it was. Empty lines
 * are left out.
 */
export function readCsv(text: string): CsvRow[] {
  const body = text.replace(/^\ufeff/, "")
  const rows: CsvRow[] = []
  let line = 1
  let cells: string[] = []
  let begun = line
  for (const [all, quoted, bare = "", end = ""] of body.matchAll(patternFor(body))) {
    cells.push(toText(quoted === undefined ? bare : quoted.slice(1, -1).replaceAll('""', '"')))
    line += all.match(/\r\n?|\n/g)?.length ?? 0
    if (!/[\r\n]|^$/.test(end)) continue
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line: begun, cells })
    cells = []
    begun = line
  }
  return rows
}

/** A cell, in quotes or bare, and what ends it. What ends the columns is what the first line has most of. */
function patternFor(body: string): RegExp {
  const first = body.slice(0, body.search(/[\r\n]|$/))
  const [sign = ","] = [",", ";", "\t"].toSorted((one, other) => first.split(other).length - first.split(one).length)
  return new RegExp(`(?:("(?:[^"]|"")*")|([^${sign}\\r\\n]*))(${sign}|\\r\\n?|\\n|$)`, "g")
}

/** Without the sign that keeps spreadsheets from running it. */
const toText = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, "")

/** The text of a file: UTF-8, or else as spreadsheets of Western Windows write it. */
export function decodeCsv(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}
