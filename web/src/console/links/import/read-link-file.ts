import { decodeCsv, readCsv } from "../../ui/csv-text.ts"
import { readLinkAddress } from "./address.ts"

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
  const { header, rows } = withHeader(readCsv(decodeCsv(bytes)))
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
function withHeader(rows: readonly LinkFileRow[]): Pick<LinkFile, "header" | "rows"> {
  const width = Math.max(0, ...rows.slice(0, 100).map(({ cells }) => cells.length))
  const [head, ...rest] = rows
  const isNamed = !head?.cells.some((cell) => /^\s*https?:\/\//i.test(cell))
  const named = Array.from({ length: width }, (_, at) => (isNamed && head?.cells[at]?.trim()) || `Column ${at + 1}`)
  return { header: named, rows: isNamed ? rest : rows }
}

/** Whether bytes are an Excel, Numbers or OpenDocument file: a ZIP archive, or an older Office document. */
const isWorkbook = ([one, two]: Uint8Array) => (one === 0x50 && two === 0x4b) || (one === 0xd0 && two === 0xcf)

const refuse = (message: string, hint: string) => Object.assign(new Error(message), { hint })
