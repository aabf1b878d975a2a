import { z } from "zod"

const limit = z.int().min(1).max(100)
const cursor = z.string().max(200).optional()

/** What a list that is answered in pages takes; `defaultLimit` is how many it answers when it is not told. */
export function listInput(defaultLimit: number) {
  return {
    limit: limit.default(defaultLimit).describe("How many to list, at most 100."),
    cursor: cursor.describe("`nextCursor` of the page before."),
  }
}

/** One page of such a list. */
export function listOutput<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().optional() })
}

/** What a list takes that tools and REST ask for: their fields have underscores in their names. */
export const publicListInput = {
  limit: limit.default(25).describe("How many to answer."),
  cursor: cursor.describe("`next_cursor` of the page before."),
}

/** What such a list answers beside its items. */
export const publicListOutput = {
  next_cursor: z.string().optional().describe("Send it as `cursor` for the next page."),
}
