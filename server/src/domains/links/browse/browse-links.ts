import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listSorts } from "#contract/console/list-sorts.ts"
import { sortedListOf } from "#kernel/cursor.ts"
import { publicListInput, publicListOutput, sortInput, spanInput } from "#kernel/list-input.ts"
import { listRecentClicks } from "../clicks/index.ts"
import { linkFilter, readFilter } from "../link-filter.ts"
import { listLinkRows } from "../link-list-store.ts"
import { allWithTags, taggedLink } from "../tagged-link.ts"

const pages = sortedListOf("links", ["slug"])

const listedLink = taggedLink.extend({
  recent_clicks: z.array(z.int()).optional().describe("Per day in UTC, oldest first; the last is today."),
})

export const browseLinks = workspaceAction("viewer", "console", {
  input: linkFilter.extend({
    in_trash: z.boolean().default(false).describe("Lists the trash instead."),
    with_recent: z.boolean().default(false).describe("Adds each link's clicks of the last 30 days."),
    min_clicks: z.int().min(0).optional(),
    sort: sortInput(listSorts.links),
    ...spanInput,
    ...publicListInput,
  }),
  output: z.object({ links: z.array(listedLink), ...publicListOutput }),
  async run(cx, { in_trash, with_recent, query, tag, import_id, min_clicks, ...asked }) {
    const filter = await readFilter(cx, { query, tag, import_id })
    if (!filter) return { links: [] }
    const { items, nextCursor } = await pages.find(asked, (part) =>
      listLinkRows(cx, { ...filter, minClicks: min_clicks, inTrash: in_trash, ...part }),
    )
    const tagged = await allWithTags(cx, items)
    const links = with_recent ? await withRecent(cx, tagged) : tagged
    return nextCursor === undefined ? { links } : { links, next_cursor: nextCursor }
  },
})

async function withRecent<Link extends { id: string }>(cx: Parameters<typeof listRecentClicks>[0], links: Link[]) {
  const ids = links.map(({ id }) => id)
  const recentOf = await listRecentClicks(cx, ids)
  return links.map((link) => ({ ...link, recent_clicks: recentOf(link) }))
}
