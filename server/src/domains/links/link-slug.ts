import { hash } from "node:crypto"
import { normaliseSlug, reservedSlugs } from "#domains/workspaces/index.ts"
import { invalidInput, ServiceError } from "#kernel/error.ts"
import { randomText } from "#kernel/ids.ts"

/** Without vowels, so that no words appear, and without characters that look alike. */
const alphabet = "bcdfghjkmnpqrstvwxz23456789"

export function randomLinkSlug(): string {
  return randomText(alphabet, 7)
}

/** Makes a slug of the same form from a seed, for a card that shows the address before the link exists. */
export function linkSlugFrom(seed: string): string {
  return [...hash("sha256", seed, "buffer").subarray(0, 7)].map((byte) => alphabet[byte % alphabet.length]).join("")
}

/**
 * Converts a wished slug: `a`–`z` in lower case, `0`–`9` and single hyphens, at most 32 characters; others are dropped.
 * Throws 400 when too little is left, 409 when it is reserved (on the shared short host only).
 */
export function readLinkSlug(wished: string, { isShared }: { isShared: boolean }): string {
  const slug = normaliseSlug(wished)
  if (slug === "") {
    throw invalidInput(
      "Short name has no letters or digits.",
      "Use letters a–z, digits and hyphens, or leave it out for a random one.",
      "slug",
    )
  }
  if (isShared && slug.length < shortest) {
    throw invalidInput(
      `“${slug}” is too short; use at least ${shortest} characters.`,
      "Use letters a–z, digits and hyphens, or leave it out for a random one.",
      "slug",
    )
  }
  if (isShared && reservedSlugs.has(slug)) throw shortSlugTaken(slug)
  return slug
}

const shortest = 3

/** The same refusal for a slug that is in use and for one that is reserved. */
export const shortSlugTaken = (slug: string) =>
  new ServiceError("conflict", `Short name “${slug}” is taken.`, {
    field: "slug",
    hint: `Try ${slug.slice(0, 24)}-${randomText(alphabet, 3)}, or leave it out for a random one.`,
  })

/** Converts a slug from an address to lower case. Undefined when it cannot be a slug. */
export function slugOfPath(text: string): string | undefined {
  return /^[A-Za-z0-9-]{1,32}$/.test(text) ? text.toLowerCase() : undefined
}
