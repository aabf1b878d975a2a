import { rowsOfLinks } from "./link-table.ts"

/** The export of links, which can be imported again. */
export const linksCsv = { fileName: "links.csv", rowsOf: rowsOfLinks, read: "browse-links" } as const
