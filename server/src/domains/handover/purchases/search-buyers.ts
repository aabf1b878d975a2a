import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { readSearch } from "#kernel/text/search-text.ts"
import { listBuyerRows } from "./own-purchase-store.ts"

/** Finds buyers by words, or parts of words, of their address, in the order of the addresses. */
export const searchBuyers = workspaceAction("member", "console", {
  input: z.strictObject({
    query: z
      .string()
      .max(200)
      .refine((text) => readSearch(text) !== undefined, "is empty"),
    limit: z.int().min(1).max(20).default(4),
  }),
  output: z.object({ buyers: z.array(z.object({ email: z.string(), purchases: z.int() })) }),
  async run(cx, { query, limit }) {
    return { buyers: await listBuyerRows(cx, query, limit) }
  },
})
