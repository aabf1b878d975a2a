import { z } from "zod"
import { typedDestination } from "../link-input.ts"
import { newLink } from "../new-link.ts"
import { tagNames } from "../tags/index.ts"

const cell = z.string()

/** A row of a table of links, as text. The columns have the names of the console's export. Cells may be left out. */
export const importRow = z.strictObject({
  destination: cell.optional(),
  slug: cell.optional(),
  domain: cell.optional(),
  title: cell.optional(),
  tags: cell.optional().describe("Separated by commas or semicolons."),
  expires_at: cell.optional(),
  click_limit: cell.optional(),
  passes_query: cell.optional().describe("`true` or `false`."),
})

export const importedLink = newLink.extend({ destination: typedDestination, tags: tagNames })

/** Text that cannot be converted stays text, and is refused later. */
export function readImportRow(row: z.output<typeof importRow>): unknown {
  const text = (name: keyof typeof row) => row[name]?.trim() ?? ""
  const given = (name: "slug" | "domain") => text(name) && { [name]: text(name) }
  return {
    destination: text("destination"),
    ...(given("slug") || {}),
    ...(given("domain") || {}),
    title: text("title") || null,
    tags: text("tags")
      .split(/[,;]/)
      .map((name) => name.trim())
      .filter(Boolean),
    expires_at: text("expires_at") || null,
    click_limit: text("click_limit") === "" ? null : toNumber(text("click_limit")),
    passes_query: toAnswer(text("passes_query").toLowerCase()),
  }
}

const toNumber = (text: string) => (/^\d{1,10}$/.test(text) ? Number(text) : text)

/** Spreadsheets write TRUE for what was `true`. */
function toAnswer(text: string): boolean | string {
  if (["", "false", "no", "0"].includes(text)) return false
  return ["true", "yes", "1"].includes(text) || text
}
