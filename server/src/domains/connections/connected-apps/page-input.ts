import { z } from "zod"

/** What every list here takes. */
export const pageInput = {
  limit: z.int().min(1).max(100).default(25).describe("How many to list, at most 100."),
  cursor: z.string().max(200).optional().describe("`nextCursor` of the page before."),
}
