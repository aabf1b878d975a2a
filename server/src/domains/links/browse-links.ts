import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { byCreation, listOf } from "#kernel/cursor.ts"
import { publicListInput, publicListOutput } from "#kernel/list-input.ts"
import { linkFilter, readFilter } from "./link-filter.ts"
import { listLinkRows } from "./link-store.ts"
import { allWithTags, taggedLink } from "./tagged-link.ts"

const pages = listOf("links", byCreation)

export const browseLinks = workspaceAction({
  scope: "console",
  role: "viewer",
  input: linkFilter.extend({
    in_trash: z.boolean().default(false).describe("The links in the trash instead."),
    ...publicListInput,
  }),
  output: z.object({ links: z.array(taggedLink).describe("Newest first."), ...publicListOutput }),
  async run(cx, { in_trash, query, tag, ...asked }) {
    const filter = await readFilter(cx, { query, tag })
    if (!filter) return { links: [] }
    const { items, nextCursor } = await pages.find(asked, (part) =>
      listLinkRows(cx, { ...filter, inTrash: in_trash, ...part }),
    )
    const links = await allWithTags(cx, items)
    return nextCursor === undefined ? { links } : { links, next_cursor: nextCursor }
  },
})
