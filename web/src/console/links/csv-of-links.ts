import { downloadCsv } from "../ui/csv.ts"
import type { Link } from "./link-states.ts"
import { rowsOfLinks } from "./link-table.ts"

/** Saves links as a CSV file that can be imported again. */
export function saveAsCsv(links: readonly Link[]): void {
  downloadCsv("links.csv", rowsOfLinks(links))
}
