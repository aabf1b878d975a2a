import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Inside, Member } from "#access/context.ts"
import { needRoom } from "#domains/drive/index.ts"
import { listServed } from "./domain-lookup-store.ts"
import { futureOnly } from "./expiry.ts"
import { link, toLink } from "./link.ts"
import { announceLink } from "./link-events.ts"
import { findLinkAt, type LinkRow } from "./link-store.ts"
import { draftLink, insertDraft, type LinkDraft, linkBytesOf, newLink } from "./new-link.ts"

export const createLink = workspaceAction("member", "links:write", {
  changes: ["links"],
  input: newLink,
  output: link.extend({
    alreadyExisted: z
      .boolean()
      .optional()
      .describe("The workspace had this slug for this destination: nothing was made or changed."),
  }),
  async run(cx, input) {
    futureOnly(cx, input.expiresAt)
    const draft = await draftLink(cx, input)
    const { admission, addresses } = cx
    return cx.atomically(async (inside) => {
      await needRoom(inside, { admission, bytes: linkBytesOf(draft) })
      const row = await insertDraft(inside, draft).catch((refusal: unknown) => findSame(inside, draft, refusal))
      const made = "same" in row ? row.same : row
      if (made === row) announceLink(inside, "created", { row: made, addresses })
      const shown = toLink(cx, made, await listServed(inside, inside.workspaceId, [made]))
      return made === row ? shown : { ...shown, alreadyExisted: true }
    })
  },
})

/** The link that has the wished slug and leads to the same place. @throws the refusal where there is none. */
async function findSame(
  cx: Inside & Member,
  { row: { namespace, destination }, wished }: LinkDraft,
  refusal: unknown,
): Promise<{ same: LinkRow }> {
  const place = { workspace_id: cx.workspaceId, namespace, slug: wished ?? "" }
  const same = wished === undefined ? undefined : await findLinkAt(cx, place)
  if (same?.destination !== destination || same.deleted_at !== null) throw refusal
  return { same }
}
