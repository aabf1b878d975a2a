import { decodeCsv, readCsv } from "../../ui/csv-text.ts"
import { type LinkTable, toLinkTable } from "../link-table.ts"

const mostRows = 10_000
const mostBytes = 8_000_000

/** Reads and parses a file of links. @throws Error with a `hint` if the file as a whole is unusable */
export async function readLinkFile(file: File): Promise<LinkTable> {
  if (file.size > mostBytes) throw refuse("This file is too large.", "Divide it into files of at most 8 MB.")
  const table = toLinkTable(readCsv(decodeCsv(await file.arrayBuffer())))
  if (!table) {
    throw refuse("No column of this file is called destination.", "Name the column of the addresses in its first row.")
  }
  if (table.rows.length === 0) throw refuse("This file has no rows.", "Put a link into each row below the first.")
  if (table.rows.length > mostRows) {
    const count = table.rows.length.toLocaleString()
    throw refuse(`This file has ${count} rows.`, `Divide it: ${mostRows.toLocaleString()} are taken at once.`)
  }
  return table
}

const refuse = (message: string, hint: string) => Object.assign(new Error(message), { hint })
