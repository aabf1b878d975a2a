import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member, Reading } from "#access/context.ts"
import { listSorts } from "#contract/console/list-sorts.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { cursorsOf, type ListPage, notOurs, sortedListOf, type Within } from "#kernel/cursor.ts"
import { listInput, listOutput, sortInput, spanInput } from "#kernel/list-input.ts"
import {
  type Browsed,
  browseDocRows,
  browseStarredFirst,
  type StarredDoc,
  type StarredPlace,
} from "./doc-star-store.ts"

const browsedDoc = z.object({
  id: z.string(),
  title: z.string(),
  emoji: z.string().nullable(),
  isStarred: z.boolean().describe("Whether the caller has starred it."),
  createdAt: z.int(),
  updatedAt: z.int(),
})

/** The workspace's docs with the caller's stars. */
export const browseDocs = workspaceAction("viewer", "console", {
  input: z.strictObject({
    query: z.string().max(200).default("").describe("Words of the title in any order, or its emoji."),
    isStarred: z.boolean().default(false).describe("Only those that the caller has starred."),
    sort: sortInput(listSorts.docs).describe("`starred`: those with a star come first."),
    ...spanInput,
    ...listInput(50),
  }),
  output: listOutput(browsedDoc),
  async run(cx, { query, isStarred, ...asked }) {
    const filter = { query: query.trim(), isStarred }
    const page = isByStar(asked.sort)
      ? await findByStar(cx, filter, asked)
      : await pages.find(asked, (part) => browseDocRows(cx, filter, part))
    return { ...page, items: page.items.map(toBrowsed) }
  },
})

const pages = sortedListOf("docs", ["title"], "updated_at")
const byStar = cursorsOf("docs-starred")
const isByStar = (sort: string) => sort.endsWith("starred")

async function findByStar(
  cx: Reading & Member,
  filter: Browsed,
  { limit, cursor, ...span }: { limit: number; cursor?: string | undefined } & Within,
): Promise<ListPage<StarredDoc>> {
  const place = cursor === undefined ? undefined : readPlace(byStar.read(cursor))
  const rows = await browseStarredFirst(cx, { ...filter, ...span }, { limit, place })
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  if (rows.length <= limit || !last) return { items }
  return { items, nextCursor: byStar.write(`${last.starred}:${last.updated_at}:${last.id}`) }
}

function readPlace(text: string): StarredPlace {
  const [, starred, at, id] = /^([01]):(\d{1,15}):(\w{1,64})$/.exec(text) ?? []
  if (id === undefined) throw notOurs()
  return { starred: Number(starred), at: Number(at), id }
}

const toBrowsed = ({ id, title, emoji, starred, created_at, updated_at }: StarredDoc) => ({
  id,
  title: cleanText(title, 200),
  emoji,
  isStarred: starred === 1,
  createdAt: created_at,
  updatedAt: updated_at,
})
