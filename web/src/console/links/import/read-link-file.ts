import { decodeCsv, readCsv } from "../../ui/csv-text.ts"
import { type LinkTable, toLinkTable } from "../link-table.ts"

const mostRows = 10_000
const mostBytes = 8_000_000

/** Reads and parses a file of links. @throws Error with a `hint` if the file as a whole is unusable */
export async function readLinkFile(file: File): Promise<LinkTable> {
  if (file.size > mostBytes) throw refuse("The file is too large.", "Split it into files of up to 8 MB.")
  const table = toLinkTable(readCsv(decodeCsv(await file.arrayBuffer())))
  if (!table) {
    throw refuse("The file has no Destination column.", "Name the column with the URLs in the first row.")
  }
  if (table.rows.length === 0) throw refuse("The file has no rows.", "Add one link per row, below the first row.")
  if (table.rows.length > mostRows) {
    const count = table.rows.length.toLocaleString()
    throw refuse(`The file has ${count} rows.`, `Split it into files of up to ${mostRows.toLocaleString()} rows.`)
  }
  return table
}

const refuse = (message: string, hint: string) => Object.assign(new Error(message), { hint })
