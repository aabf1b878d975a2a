import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { publicListInput, publicListOutput } from "#kernel/list-input.ts"
import { listServed } from "./domain-lookup-store.ts"
import { link, toLink } from "./link.ts"
import { listLinkRows } from "./link-store.ts"

const pages = listOf("links", byCreation)

export const listLinks = workspaceAction({
  scope: "links:read",
  role: "viewer",
  input: z.strictObject({
    query: z
      .string()
      .max(200)
      .optional()
      .describe("Only links with this text in slug, title or destination, in any case.")
      .meta({ examples: ["spring"] }),
    in_trash: z
      .boolean()
      .default(false)
      .describe("Lists the trash instead: links that no longer work and are deleted after 30 days."),
    ...publicListInput,
  }),
  output: z.object({
    links: z.array(link).describe("Newest first."),
    ...publicListOutput,
  }),
  async run(cx, { query, in_trash, ...asked }) {
    const { items, nextCursor } = await pages.find(asked, (part) =>
      listLinkRows(cx, { query: query?.trim(), inTrash: in_trash, ...part }),
    )
    const served = await listServed(cx, cx.workspaceId, items)
    return {
      links: items.map((row) => toLink(cx, row, served)),
      ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
    }
  },
})
