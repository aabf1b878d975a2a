type Cell = string | number | null

/** A row and the line it starts at. */
export interface CsvRow {
  line: number
  cells: readonly string[]
}

/** Writes CSV (RFC 4180). The first row names the columns. */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return `${rows.map((row) => row.map(toCell).join(",")).join("\r\n")}\r\n`
}

function toCell(value: Cell): string {
  if (typeof value === "number") return String(value)
  // Prevents formula injection: a spreadsheet would run such a text, and buyers can choose it.
  const text = (value ?? "").replace(/^[=+\-@\t\r]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Parses CSV with commas, semicolons or tabs. It reverses `writeCsv`, and skips empty lines. */
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

/** Matches a quoted or bare cell and its end. The separator is the most frequent one in the first line. */
function patternFor(body: string): RegExp {
  const first = body.slice(0, body.search(/[\r\n]|$/))
  const [sign = ","] = [",", ";", "\t"].toSorted((one, other) => first.split(other).length - first.split(one).length)
  return new RegExp(`(?:("(?:[^"]|"")*")|([^${sign}\\r\\n]*))(${sign}|\\r\\n?|\\n|$)`, "g")
}

/** Removes the quote that `toCell` adds against formula injection. */
const toText = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, "")

/** Decodes UTF-8, or otherwise Windows-1252, which older spreadsheets write. */
export function decodeCsv(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}
