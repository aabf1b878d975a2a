import { ServiceError } from "#kernel/error.ts"
import { reservedSlugs } from "./reserved-slugs.ts"
import { minSlugLength, normaliseSlug } from "./slug.ts"

/** Normalises a requested slug. Throws 400 when it is too short; 409 when it is reserved. */
export function readWishedSlug(wished: string): string {
  const slug = normaliseSlug(wished)
  if (slug.length < minSlugLength) throw tooShort()
  if (reservedSlugs.has(slug)) throw workspaceSlugTaken(slug)
  return slug
}

const tooShort = () =>
  new ServiceError("invalid_request", `The address needs at least ${minSlugLength} letters or digits.`, {
    hint: "Use a to z, 0 to 9 and hyphens.",
    field: "slug",
  })

export const workspaceSlugTaken = (slug: string) =>
  new ServiceError("conflict", `The address ${slug} is taken.`, { hint: "Choose another one.", field: "slug" })
