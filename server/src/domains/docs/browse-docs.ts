import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { cursorsOf, notOurs } from "#kernel/cursor.ts"
import { listInput, listOutput } from "#kernel/list-input.ts"
import { type Browsed, browseDocRows, type StarredDoc } from "./doc-star-store.ts"

const browsedDoc = z.object({
  id: z.string(),
  title: z.string(),
  emoji: z.string().nullable(),
  isStarred: z.boolean().describe("Whether the caller has starred it."),
  createdAt: z.int(),
  updatedAt: z.int(),
})

/** The workspace's docs with the caller's stars, latest change first. */
export const browseDocs = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.strictObject({
    query: z.string().max(200).default("").describe("Words that the title holds, in this order, in any case."),
    isStarred: z.boolean().default(false).describe("Only those that the caller has starred."),
    sort: z.enum(["latest", "starred"]).default("latest").describe("`starred`: those with a star come first."),
    ...listInput(50),
  }),
  output: listOutput(browsedDoc),
  async run(cx, { query, sort, limit, cursor, isStarred }) {
    const cursors = cursorsOf(sort === "starred" ? "docs-starred" : "docs-latest")
    const place = cursor === undefined ? undefined : readPlace(cursors.read(cursor))
    const asked = { query: query.trim(), isStarred, isStarredFirst: sort === "starred", limit, place }
    const rows = await browseDocRows(cx, asked)
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    const isLast = rows.length <= limit || !last
    return {
      items: items.map(toBrowsed),
      ...(isLast ? {} : { nextCursor: cursors.write(`${last.starred}:${last.updated_at}:${last.id}`) }),
    }
  },
})

function readPlace(text: string): NonNullable<Browsed["place"]> {
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
