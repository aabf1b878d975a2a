import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { sortedListOf } from "#kernel/cursor.ts"
import { pageEnd, sortInput, toolListInput } from "#kernel/list-input.ts"
import { listServed } from "./domain-lookup-store.ts"
import { link, toLink } from "./link.ts"
import { linkQuery, readFilter } from "./link-filter.ts"
import { listLinkRows } from "./link-list-store.ts"

const pages = sortedListOf("short-links")

export const listLinks = workspaceAction("viewer", "links:read", {
  input: z.strictObject({
    query: linkQuery.meta({ examples: ["spring"] }),
    inTrash: z
      .boolean()
      .default(false)
      .describe("Lists the trash instead: links that no longer work and are deleted after 30 days."),
    sort: sortInput(["created_at", "clicks"]).describe("`-` is downwards: `-clicks` begins with the most."),
    ...toolListInput,
  }),
  output: z.object({
    links: z.array(link).describe("By `sort`."),
    ...pageEnd,
  }),
  async run(cx, { query, inTrash, ...asked }) {
    const filter = await readFilter(cx, { query })
    if (!filter) return { links: [] }
    const { items, ...end } = await pages.find(asked, (part) => listLinkRows(cx, { ...filter, inTrash, ...part }))
    const served = await listServed(cx, cx.workspaceId, items)
    return { links: items.map((row) => toLink(cx, row, served)), ...end }
  },
})
