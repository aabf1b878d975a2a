import { readCsv } from "../../ui/lists/csv-text.ts"
import { textOfFile } from "../../ui/text-of-file.ts"
import { readLinkAddress } from "./address.ts"
import { columnOf } from "./column-names.ts"

export interface LinkFileRow {
  line: number
  cells: readonly string[]
}

export interface LinkFile {
  name: string
  header: readonly string[]
  rows: readonly LinkFileRow[]
}

const mostRows = 10_000
const mostBytes = 8_000_000

/** Reads and parses a file of links. @throws Error with a `hint` if the file as a whole is unusable */
export async function readLinkFile(file: File): Promise<LinkFile> {
  if (file.size > mostBytes) throw refuse("The file is too large.", "Split it into files of up to 8 MB.")
  const bytes = await file.arrayBuffer()
  if (isWorkbook(new Uint8Array(bytes))) {
    throw refuse("This is a spreadsheet, not a CSV file.", "Open it, choose “Save as” or “Download”, and then CSV.")
  }
  const text = await textOfFile(bytes)
  if (/^\s*(\[\s*)?\{/.test(text)) throw refuse("This is JSON, not a CSV file.", "Export your links as CSV.")
  const { header, rows } = withHeader(readCsv(text))
  if (!rows.some(({ cells }) => cells.some((cell) => readLinkAddress(cell)))) {
    throw refuse("The file has no Destination column.", "Add a column with the URLs that the links lead to.")
  }
  if (rows.length > mostRows) {
    const count = rows.length.toLocaleString()
    throw refuse(`The file has ${count} rows.`, `Split it into files of up to ${mostRows.toLocaleString()} rows.`)
  }
  return { name: file.name, header, rows }
}

/** A first row that contains a URL is a link, in a file without names of columns. */
function withHeader(all: readonly LinkFileRow[]): Pick<LinkFile, "header" | "rows"> {
  const rows = all.slice(Math.max(titleRowsOf(all), 0))
  const width = Math.max(0, ...rows.slice(0, 100).map(({ cells }) => cells.length))
  const [head, ...rest] = rows
  const isNamed = !head?.cells.some((cell) => /^\s*https?:\/\//i.test(cell))
  const named = Array.from({ length: width }, (_, at) => (isNamed && head?.cells[at]?.trim()) || `Column ${at + 1}`)
  return { header: named, rows: isNamed ? rest : rows }
}

/** The number of rows above the names of the columns: titles and comments, which have fewer cells. */
function titleRowsOf(rows: readonly LinkFileRow[]): number {
  const filled = rows.slice(0, 20).map(({ cells }) => cells.filter((cell) => cell.trim() !== ""))
  const most = Math.max(0, ...filled.map(({ length }) => length))
  const named = filled.findIndex((cells) => cells.length > most / 2 && isHeader(cells))
  if (named >= 0) return named
  const titles = filled.findIndex((cells) => cells.length > most / 2 && !isComment(cells))
  return filled.slice(0, Math.max(titles, 0)).some((cells) => !isComment(cells) && cells.some(isAddress)) ? 0 : titles
}

const isComment = ([first = ""]: readonly string[]) => first.trimStart().startsWith("#")

const isAddress = (cell: string) => readLinkAddress(cell) !== undefined

const isHeader = (cells: readonly string[]) =>
  !cells.some(isAddress) && cells.some((cell) => ["destination", "shortUrl"].includes(columnOf(cell)?.column ?? ""))

/** Whether bytes are an Excel, Numbers or OpenDocument file: a ZIP archive, or an older Office document. */
const isWorkbook = ([one, two]: Uint8Array) => (one === 0x50 && two === 0x4b) || (one === 0xd0 && two === 0xcf)

const refuse = (message: string, hint: string) => Object.assign(new Error(message), { hint })
