import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { toLinkName } from "#contract/link-name.ts"
import { slugInput } from "../link-input.ts"
import { sharedNamespace } from "../namespace.ts"
import { linkDomain, namespaceOn } from "../new-link.ts"
import { findSlugHolder } from "../slug-holder-store.ts"
import { taggedLink, withTags } from "../tagged-link.ts"

/** Finds the link in the trash that keeps a slug from a new link. */
export const findTrashedLink = workspaceAction("member", "console", {
  input: z.strictObject({ slug: slugInput, domain: linkDomain.optional() }),
  output: z.object({ link: taggedLink.nullable().describe("Null when no link in the trash has this slug.") }),
  async run(cx, { slug: wished, domain }) {
    const namespace = await namespaceOn(cx, domain)
    const slug = toLinkName(wished, { isShared: namespace === sharedNamespace })
    const holder = await findSlugHolder(cx, { workspace_id: cx.workspaceId, namespace, slug })
    return { link: holder && holder.link.deleted_at !== null ? await withTags(cx, holder.link) : null }
  },
})
