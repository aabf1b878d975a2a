import { z } from "zod"
import type { Member } from "#access/caller.ts"
import type { Reading } from "#access/context.ts"
import { id } from "./link-input.ts"
import type { LinkFilter } from "./link-store.ts"
import { findTagId } from "./tags/index.ts"

export const linkFilter = z.strictObject({
  query: z
    .string()
    .max(200)
    .optional()
    .describe("Only links with this text in slug, title or destination, in any case."),
  tag: z.string().max(64).optional().describe("Only links with this tag, in any case."),
  import_id: id.optional().describe("Only links that this import made."),
})

/** Converts the filter for the store. Undefined when no link can match, because the tag does not exist. */
export async function readFilter(
  cx: Reading & Member,
  { query, tag, import_id: importId }: z.output<typeof linkFilter>,
): Promise<Pick<LinkFilter, "query" | "tagId" | "importId"> | undefined> {
  if (tag === undefined) return { query: query?.trim(), importId }
  const tagId = await findTagId(cx, tag)
  return tagId === undefined ? undefined : { query: query?.trim(), importId, tagId }
}
