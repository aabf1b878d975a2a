import { z } from "zod"
import type { Member, Outside, Reading } from "#access/context.ts"
import { percentDecoded } from "#contract/link-name.ts"
import { shownHostname } from "#domains/workspaces/index.ts"
import { listServed } from "./domain-lookup-store.ts"
import { link, toLink } from "./link.ts"
import type { LinkRow } from "./link-store.ts"
import { tagsOf } from "./tags/index.ts"

export const taggedLink = link.extend({
  tags: z.array(z.string()).describe("In alphabetical order."),
  shownDestination: z.string().describe("The destination as people read it: decoded, names in their scripts."),
  clicksBefore: z.int().describe("How many of `clicks` another service counted, before an import."),
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
    const shownDestination = shownAddress(row.destination)
    return {
      ...toLink(cx, row, served),
      shownDestination,
      tags: tags.get(row.id) ?? [],
      clicksBefore: row.clicks_before,
    }
  })
}

/** A normalised URL as people read it. Invisible and misleading characters stay encoded. */
export function shownAddress(address: string): string {
  const [, start = "", host = "", rest = ""] = /^(https?:\/\/)([^/?#:]*)(.*)$/s.exec(address) ?? []
  const shown = rest.replace(/(?:%[89a-f][\da-f])+/gi, (codes) => {
    const text = percentDecoded(codes)
    return /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(text) ? codes : text
  })
  return start + shownHostname(host) + shown
}
