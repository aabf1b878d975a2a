import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside, Member } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { dayMs } from "#kernel/time/units.ts"
import { applyEdit, linkEdit, readEdit } from "../edit-link.ts"
import { deleteHeld, insertFormerSlug, isHeldByOtherLink, listFormerSlugRows } from "../former-slug-store.ts"
import { announceLink } from "../link-events.ts"
import { slugInput } from "../link-input.ts"
import { readLinkSlug } from "../link-slug.ts"
import { findLinkAt, type LinkRow, updateOwnLink } from "../link-store.ts"
import { sharedNamespace } from "../namespace.ts"
import { slugRefusal } from "../refuse-slug.ts"
import { claimLinkSlug, foldedSlug, freeLinkSlug, holdLinkSlug, slugKey } from "../shared-slug-store.ts"
import { taggedLink, withTags } from "../tagged-link.ts"

/** How long a former slug redirects. */
const formerSlug = z.enum(["forever", "30_days", "not_at_all"])

/** Bounds the list in the link's panel. */
const mostFormerSlugs = 20

/** Changes the given fields. A click limit below the present count ends the link. Not for links in the trash. */
export const editLinkAndSlug = workspaceAction("member", "console", {
  changes: ["links"],
  input: linkEdit.extend({
    slug: slugInput.optional(),
    formerSlug: formerSlug.default("forever").describe("How long the former slug redirects, if the slug changes."),
  }),
  output: taggedLink,
  async run(cx, { slug, formerSlug, ...input }) {
    const edit = await readEdit(cx, input)
    const { addresses } = cx
    const row = await cx.atomically(async (cx) => {
      const link = await applyEdit(cx, edit)
      const row = slug === undefined ? link : await rename(cx, link, { wished: slug, former: formerSlug })
      announceLink(cx, "updated", { row, addresses })
      return row
    })
    return withTags(cx, row)
  },
})

interface Rename {
  wished: string
  former: z.output<typeof formerSlug>
}

/** The caller has updated the link, which locks its row. */
async function rename(cx: Inside & Member, link: LinkRow, { wished, former }: Rename): Promise<LinkRow> {
  const slug = readLinkSlug(wished, { isShared: link.namespace === sharedNamespace })
  if (slug === link.slug) return link
  const place = { id: link.id, workspace_id: link.workspace_id, namespace: link.namespace, slug }
  const setSlug = () => updateOwnLink(cx, { id: link.id, inTrash: false }, { slug, folded_slug: foldedSlug(slug) })
  if (slugKey(place) === slugKey(link)) return (await setSlug()) ?? link
  if ((await findLinkAt(cx, place)) || !(await claimLinkSlug(cx, place))) throw await slugRefusal(cx, place)
  if (former === "not_at_all") await freeLinkSlug(cx, link)
  const renamed = await setSlug()
  // After the update, which waits for a link that gives this slug up.
  if (!renamed || (await isHeldByOtherLink(cx, place))) throw await slugRefusal(cx, place)
  await deleteHeld(cx, place)
  if (former !== "not_at_all") await hold(cx, link, former === "forever" ? null : cx.now() + 30 * dayMs)
  return renamed
}

async function hold(cx: Inside & Member, link: LinkRow, endsAt: number | null): Promise<void> {
  const { id, namespace, slug } = link
  if ((await listFormerSlugRows(cx, id)).length >= mostFormerSlugs) throw tooManyFormer()
  await insertFormerSlug(cx, { link_id: id, namespace, slug, ends_at: endsAt })
  await holdLinkSlug(cx, link, endsAt)
}

const tooManyFormer = () =>
  new ServiceError("conflict", `This link already has ${mostFormerSlugs} old short links.`, {
    hint: "Stop one of them, or let this one stop now.",
    field: "formerSlug",
  })
