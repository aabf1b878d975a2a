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
  const text = (value ?? "").replace(/^'*[=+\-@\t\r]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Parses CSV with commas, semicolons or tabs. It reverses `writeCsv`, and skips empty lines and Excel's `sep=;`. */
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

/** The separator is the most frequent one in the first line. */
function separatorOf(body: string): string {
  const first = body.slice(0, body.search(/[\r\n]|$/)).replace(/"[^"]*"/g, "")
  const [sign = ","] = [",", ";", "\t"].toSorted((one, other) => first.split(other).length - first.split(one).length)
  return sign
}

/** Matches a quoted or bare cell and its end. */
function patternFor(separator: string): RegExp {
  return new RegExp(`(?:("(?:[^"]|"")*")|([^${separator}\\r\\n]*))([${separator}]|\\r\\n?|\\n|$)`, "g")
}

/** Removes the quote that `toCell` adds against formula injection. */
const toText = (cell: string) => cell.replace(/^'(?='*[=+\-@\t\r])/, "")

/** Decodes UTF-16 as Excel's “Unicode text”, UTF-8, or otherwise Windows-1252, which older spreadsheets write. */
export function decodeCsv(bytes: ArrayBuffer): string {
  const label = utf16Of(new Uint8Array(bytes))
  if (label) return new TextDecoder(label).decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** UTF-16 has a byte-order mark, or zeros beside the ASCII characters of the first line. */
function utf16Of([one, two, three, four]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if ((one === 0xff && two === 0xfe) || (one && two === 0 && three && four === 0)) return "utf-16le"
  return (one === 0xfe && two === 0xff) || (one === 0 && two && three === 0 && four) ? "utf-16be" : undefined
}
