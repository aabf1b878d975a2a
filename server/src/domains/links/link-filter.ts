import { z } from "zod"
import type { Member, Outside, Reading } from "#access/context.ts"
import { readSearch } from "#kernel/text/search-text.ts"
import { id } from "./link-input.ts"
import type { LinkFilter } from "./link-list-store.ts"
import { findLinksAtAddress } from "./pasted-address-store.ts"
import { withoutScheme } from "./search/index.ts"
import { findTagId } from "./tags/index.ts"

export const linkQuery = z
  .string()
  .max(200)
  .optional()
  .describe(
    "Only links with these words, or parts of words, in slug, title or destination, in any order. Case and accents do not count. A short address finds its link.",
  )

export const linkFilter = z.strictObject({
  query: linkQuery,
  tag: z.string().max(64).optional().describe("Only links with this tag, in any case."),
  importId: id.optional().describe("Only links that this import made."),
})

/** Converts the filter for the store. Undefined when no link can match, as when the tag does not exist. */
export async function readFilter(
  cx: Reading & Member & Outside,
  { query = "", tag, importId }: z.output<typeof linkFilter>,
): Promise<Pick<LinkFilter, "parts" | "ids" | "tagId" | "importId"> | undefined> {
  const tagId = tag === undefined ? undefined : await findTagId(cx, tag)
  if (tag !== undefined && tagId === undefined) return undefined
  const parts = readSearch(withoutScheme(query))
  if (!parts) return { tagId, importId }
  const ids = await findLinksAtAddress(cx, query)
  if (ids.length > 0) return { ids, tagId, importId }
  return parts.length > 0 ? { parts, tagId, importId } : undefined
}
