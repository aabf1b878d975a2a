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
  new ServiceError("invalid_request", `Workspace URL needs at least ${minSlugLength} letters or digits.`, {
    hint: "Use a–z, 0–9 and hyphens.",
    field: "slug",
  })

export const workspaceSlugTaken = (slug: string) =>
  new ServiceError("conflict", `“${slug}” is taken.`, { hint: "Choose another workspace URL.", field: "slug" })
