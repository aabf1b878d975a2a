import { normaliseSlug, reservedSlugs } from "#domains/workspaces/index.ts"
import { invalidInput, ServiceError } from "#kernel/error.ts"
import { randomText } from "#kernel/ids.ts"

/** Without letters and digits that look alike, and without vowels, so that no words come out. */
const alphabet = "bcdfghjkmnpqrstvwxz23456789"

/** Makes a slug for a link whose maker does not mind: 27⁷, or ten thousand million, can be drawn. */
export function randomLinkSlug(): string {
  return randomText(alphabet, 7)
}

/**
 * Reads a slug that somebody wishes for, by the rules of every slug: lower case, `a`–`z`, `0`–`9` and single hyphens,
 * at most 32 characters; other characters are dropped. On the shared short host some words are kept.
 *
 * @throws ServiceError 400 when nothing usable is left or it is too short, 409 when it is kept.
 */
export function readLinkSlug(wished: string, { isShared }: { isShared: boolean }): string {
  const slug = normaliseSlug(wished)
  if (slug === "") {
    throw invalidInput(
      "`slug` has no usable character.",
      "Use letters a–z, digits and hyphens, or leave `slug` out for a random one.",
    )
  }
  if (isShared && slug.length < shortest) {
    throw invalidInput(
      `\`slug\` is too short: of what was sent ${slug} is usable, and the shared short host needs at least ${shortest} characters.`,
      "Use letters a–z, digits and hyphens, such as `spring-sale`, or leave `slug` out for a random one.",
    )
  }
  if (isShared && reservedSlugs.has(slug)) throw slugTaken(slug)
  return slug
}

const shortest = 3

/** One answer for a slug that another link has and for one that nobody can have. */
export const slugTaken = (slug: string) =>
  new ServiceError("conflict", `The slug ${slug} is taken.`, {
    hint: `Choose another slug, for example ${slug.slice(0, 24)}-${randomText(alphabet, 3)}, or leave \`slug\` out for a random one.`,
  })

/** A slug as it stands in an address, whatever its case; undefined when it cannot be one. */
export function slugOfPath(text: string): string | undefined {
  return /^[A-Za-z0-9-]{1,32}$/.test(text) ? text.toLowerCase() : undefined
}
