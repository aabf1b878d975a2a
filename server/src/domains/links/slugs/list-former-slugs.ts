import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listFormerSlugRows } from "../former-slug-store.ts"
import { id } from "../link-input.ts"
import { shortUrl } from "../namespace.ts"

export const listFormerSlugs = workspaceAction("viewer", "console", {
  input: z.strictObject({ id }),
  output: z.object({
    former_slugs: z
      .array(
        z.object({
          id: z.string(),
          short_url: z.url(),
          ends_at: z.int().nullable().describe("When it stops redirecting, in epoch milliseconds; null: never."),
        }),
      )
      .describe("Those that redirect to the link, at most 20."),
  }),
  async run(cx, { id }) {
    const rows = await listFormerSlugRows(cx, id)
    return {
      former_slugs: rows.map((row) => ({ id: row.id, short_url: shortUrl(cx.addresses, row), ends_at: row.ends_at })),
    }
  },
})
