import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listSorts } from "#contract/console/list-sorts.ts"
import { sortedListOf } from "#kernel/cursor.ts"
import { listInput, pageEnd, sortInput, spanInput } from "#kernel/list-input.ts"
import { listRecentClicks } from "../clicks/index.ts"
import { linkFilter, readFilter } from "../link-filter.ts"
import { listLinkRows } from "../link-list-store.ts"
import { allWithTags, taggedLink } from "../tagged-link.ts"

const pages = sortedListOf("links", ["slug"])

const listedLink = taggedLink.extend({
  recentClicks: z.array(z.int()).optional().describe("Per day in UTC, oldest first; the last is today."),
})

export const browseLinks = workspaceAction("viewer", "console", {
  input: linkFilter.extend({
    inTrash: z.boolean().default(false).describe("Lists the trash instead."),
    withRecent: z.boolean().default(false).describe("Adds each link's clicks of the last 30 days."),
    minClicks: z.int().min(0).optional(),
    sort: sortInput(listSorts.links),
    ...spanInput,
    ...listInput(25),
  }),
  output: z.object({ links: z.array(listedLink), ...pageEnd }),
  async run(cx, { inTrash, withRecent, query, tag, importId, minClicks, ...asked }) {
    const filter = await readFilter(cx, { query, tag, importId })
    if (!filter) return { links: [] }
    const { items, ...end } = await pages.find(asked, (part) =>
      listLinkRows(cx, { ...filter, minClicks, inTrash, ...part }),
    )
    const tagged = await allWithTags(cx, items)
    const links = withRecent ? await addRecent(cx, tagged) : tagged
    return { links, ...end }
  },
})

async function addRecent<Link extends { id: string }>(cx: Parameters<typeof listRecentClicks>[0], links: Link[]) {
  const ids = links.map(({ id }) => id)
  const recentOf = await listRecentClicks(cx, ids)
  return links.map((link) => ({ ...link, recentClicks: recentOf(link) }))
}
