import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listFormerSlugRows } from "../former-slug-store.ts"
import { id } from "../link-input.ts"
import { shortUrl } from "../namespace.ts"

export const listFormerSlugs = workspaceAction("viewer", "console", {
  input: z.strictObject({ id }),
  output: z.object({
    formerSlugs: z
      .array(
        z.object({
          id: z.string(),
          shortUrl: z.url(),
          endsAt: z.int().nullable().describe("When it stops redirecting, in epoch milliseconds; null: never."),
        }),
      )
      .describe("Those that redirect to the link, at most 20."),
  }),
  async run(cx, { id }) {
    const rows = await listFormerSlugRows(cx, id)
    return {
      formerSlugs: rows.map((row) => ({ id: row.id, shortUrl: shortUrl(cx.addresses, row), endsAt: row.ends_at })),
    }
  },
})
