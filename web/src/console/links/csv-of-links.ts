import { downloadCsv } from "../ui/csv.ts"
import type { Link } from "./columns.tsx"

const columns = [
  "short_url",
  "destination",
  "title",
  "clicks",
  "state",
  "click_limit",
  "expires_at",
  "created_at",
] as const

/** Saves links as a CSV file; its columns are named as the service's interface names them. */
export function saveAsCsv(links: readonly Link[]): void {
  downloadCsv("links.csv", [columns, ...links.map((link) => columns.map((name) => link[name]))])
}
