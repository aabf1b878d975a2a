import { z } from "zod"
import type { Member } from "#access/caller.ts"
import type { Outside, Reading } from "#access/context.ts"
import { listServed } from "./domain-lookup-store.ts"
import { link, toLink } from "./link.ts"
import type { LinkRow } from "./link-store.ts"
import { tagsOf } from "./tags/index.ts"

export const taggedLink = link.extend({
  tags: z.array(z.string()).describe("In alphabetical order."),
  clicks_before: z.int().describe("How many of `clicks` another service counted, before an import."),
})

type TaggedLink = z.output<typeof taggedLink>
type Cx = Reading & Member & Pick<Outside, "addresses">

export async function withTags(cx: Cx, row: LinkRow): Promise<TaggedLink> {
  const [shown] = await allWithTags(cx, [row])
  return shown as TaggedLink
}

export async function allWithTags(cx: Cx, rows: readonly LinkRow[]): Promise<TaggedLink[]> {
  const tags = await tagsOf(
    cx,
    rows.map(({ id }) => id),
  )
  const served = await listServed(cx, cx.workspaceId, rows)
  return rows.map((row) => {
    return { ...toLink(cx, row, served), tags: tags.get(row.id) ?? [], clicks_before: row.clicks_before }
  })
}
