import type { Reading } from "#access/context.ts"
import { ServiceError } from "#kernel/error.ts"
import { shortSlugTaken } from "./link-slug.ts"
import { findSlugHolder, type WantedPlace } from "./slug-holder-store.ts"

/** Returns the refusal of a slug that cannot be had. It says which of the workspace's own things has the slug. */
export async function slugRefusal(cx: Reading, place: WantedPlace): Promise<ServiceError> {
  const holder = await findSlugHolder(cx, place)
  if (!holder) return shortSlugTaken(place.slug)
  if (holder.link.deleted_at !== null) return slugInTrash(place.slug)
  return holder.isFormer ? slugOfOther(place.slug, holder.link.slug) : shortSlugTaken(place.slug)
}

export const slugInTrash = (slug: string) =>
  new ServiceError("conflict", `Short name “${slug}” belongs to a link in the trash.`, {
    field: "slug",
    hint: "Restore that link, delete it for good, or choose another name. People do both in the trash of Links.",
  })

const slugOfOther = (slug: string, other: string) =>
  new ServiceError("conflict", `Short name “${slug}” still redirects: the link “${other}” had it before.`, {
    field: "slug",
    hint: "Stop the old short link in the panel of that link, or choose another name.",
  })
