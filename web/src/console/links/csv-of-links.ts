import { downloadCsv } from "../ui/csv.ts"
import type { Link } from "./columns.tsx"
import { rowsOfLinks } from "./link-table.ts"

/** Saves links as a CSV file that can be taken in again. */
export function saveAsCsv(links: readonly Link[]): void {
  downloadCsv("links.csv", rowsOfLinks(links))
}
