import { z } from "zod"

const limit = z.int().min(1).max(100)
const cursor = z.string().max(200).optional()

/** The input of a list that is returned in pages. `defaultLimit` is the number of items when no limit is given. */
export function listInput(defaultLimit: number) {
  return {
    limit: limit.default(defaultLimit).describe("The number of items, at most 100."),
    // A cursor of a list by title holds up to 200 characters, in base64 twice.
    cursor: z.string().max(1_500).optional().describe("`nextCursor` of the previous page."),
  }
}

export function listOutput<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().optional() })
}

/** The input of a list in tools and REST, whose fields are written with underscores. */
export const publicListInput = {
  limit: limit.default(25).describe("The number of items, at most 100."),
  cursor: cursor.describe("`next_cursor` of the previous page."),
}

export const publicListOutput = {
  next_cursor: z.string().optional().describe("Send it as `cursor` for the next page."),
}

/** The order of a list: one of its columns, with `-` for downwards. The first column, downwards, is the default. */
export function sortInput<const Columns extends readonly [string, ...string[]]>(columns: Columns) {
  const down = columns.map((column) => `-${column}`)
  return z.enum([...columns, ...down]).default(`-${columns[0]}`)
}
