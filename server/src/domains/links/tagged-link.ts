import { z } from "zod"
import type { Member } from "#access/caller.ts"
import type { Outside, Reading } from "#access/context.ts"
import { link, toLink } from "./link.ts"
import type { LinkRow } from "./link-store.ts"
import { tagsOf } from "./tags/index.ts"

export const taggedLink = link.extend({ tags: z.array(z.string()).describe("In alphabetical order.") })

type TaggedLink = z.output<typeof taggedLink>
type Cx = Reading & Member & Pick<Outside, "addresses">

export async function withTags(cx: Cx, row: LinkRow): Promise<TaggedLink> {
  const tags = await tagsOf(cx, [row.id])
  return { ...toLink(cx, row), tags: tags.get(row.id) ?? [] }
}

export async function allWithTags(cx: Cx, rows: readonly LinkRow[]): Promise<TaggedLink[]> {
  const tags = await tagsOf(
    cx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...toLink(cx, row), tags: tags.get(row.id) ?? [] }))
}
