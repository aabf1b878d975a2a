import type { Reading } from "#access/context.ts"
import { sameWorkspace } from "#storage/own-row.ts"
import { redirectsAt } from "./former-slug-store.ts"
import { findLinkAt, type LinkRow } from "./link-store.ts"
import { isAt, type SlugPlace } from "./shared-slug-store.ts"

interface Holder {
  link: LinkRow
  /** Whether the link had the slug before, and still redirects from it. */
  isFormer: boolean
}

/** A slug, and the id of the link that wants it. */
export type WantedPlace = SlugPlace & { id?: string }

/** The other link of the workspace that has a slug, or had it and still redirects from it. It may be in the trash. */
export async function findSlugHolder(cx: Reading, place: WantedPlace): Promise<Holder | undefined> {
  const link = await findLinkAt(cx, place)
  if (link && link.id !== place.id) return { link, isFormer: false }
  const former = await cx.db
    .selectFrom("former_link_slugs")
    .innerJoin("short_links", sameWorkspace("short_links.id", "former_link_slugs.link_id"))
    .selectAll("short_links")
    .where(isAt("former_link_slugs", place))
    .where(redirectsAt(cx.now()))
    .executeTakeFirst()
  return former && { link: former, isFormer: true }
}
