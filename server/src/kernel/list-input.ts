import { z } from "zod"

const limit = z.int().min(1).max(100)

/** The input of a list that is returned in pages. `defaultLimit` is the number of items when no limit is given. */
export function listInput(defaultLimit: number) {
  return {
    limit: limit.default(defaultLimit).describe("The number of items, at most 100."),
    // A cursor of a list by title holds up to 200 characters, in base64 twice.
    cursor: z.string().max(1_500).optional().describe("`nextCursor` of the previous page."),
  }
}

const instant = z.iso
  .datetime({ offset: true, error: "must be a time such as 2026-11-20T09:00:00+01:00" })
  .transform((text) => Date.parse(text))
  .optional()

/** The input of a list that can be limited to the times from `from` on, and before `to`. */
export const spanInput = { from: instant, to: instant }

/** The input of a list that is a tool of the MCP server. Its clients know these limits and words. */
export const toolListInput = {
  limit: limit.default(25).describe("How many items."),
  cursor: z.string().max(200).optional().describe("`nextCursor` of the previous page."),
}

/** The field of a page beside its items. Without it, the page is the last one. */
export const pageEnd = { nextCursor: z.string().optional() }

export function listOutput<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), ...pageEnd })
}

/** The order of a list: one of its columns, with `-` for downwards. The first column, downwards, is the default. */
export function sortInput<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  const down = columns.map((column) => `-${column}`)
  return z.enum([...columns, ...down]).default(`-${columns[0]}`)
}
