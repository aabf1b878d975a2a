import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { byLastChange, listOf } from "#kernel/cursor.ts"
import { pageEnd, toolListInput } from "#kernel/list-input.ts"
import { toIso } from "#kernel/time/iso.ts"
import { listedDoc, toListedDoc } from "./doc-shape.ts"
import { searchDocRows } from "./doc-store.ts"

const pages = listOf("docs", byLastChange)

/** Finds docs by title and emoji, not by content. */
export const searchDocs = workspaceAction("viewer", "docs:read", {
  input: z.object({
    query: z
      .string()
      .max(200)
      .default("")
      .describe(
        "Words of the title, or parts of words, in any order, or its emoji. Case and accents do not count. Default: all docs.",
      ),
    ...toolListInput,
  }),
  output: z.object({
    docs: z
      .array(listedDoc.extend({ updatedAt: z.iso.datetime().describe("Last change.") }))
      .describe("Most recently changed first."),
    ...pageEnd,
  }),
  async run(cx, { query, ...asked }) {
    const { items, ...end } = await pages.find(asked, (part) => searchDocRows(cx, { query: query.trim(), ...part }))
    const docs = items.map((row) => ({ ...toListedDoc(cx, row), updatedAt: toIso(row.updated_at) }))
    return { docs, ...end }
  },
})

interface Asked {
  readonly query?: string | undefined
  readonly cursor?: string | undefined
}

/** Names the searched parts of docs if nothing was found. */
export function sayOfNoDocs({ query = "", cursor }: Asked, found: readonly unknown[]) {
  if (found.length > 0 || query.trim() === "" || cursor !== undefined) return undefined
  return "No doc has all of this in its title or emoji. The text of docs is not searched: try fewer or other words, or leave `query` out to list all docs."
}
