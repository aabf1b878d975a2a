import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listBuyerRows } from "./own-purchase-store.ts"

/** Finds buyers by a part of their address, in any case, in the order of the addresses. */
export const searchBuyers = workspaceAction({
  scope: "console",
  role: "member",
  input: z.strictObject({
    query: z
      .string()
      .transform((text) => text.replaceAll("\0", "").trim().toLowerCase())
      .pipe(z.string().min(1).max(200)),
    limit: z.int().min(1).max(20).default(4),
  }),
  output: z.object({ buyers: z.array(z.object({ email: z.string(), purchases: z.int() })) }),
  async run(cx, { query, limit }) {
    return { buyers: await listBuyerRows(cx, query, limit) }
  },
})
