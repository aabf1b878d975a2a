/** Shorter slugs, after normalisation, are `too_short`. */
export const minSlugLength = 3
export const maxSlugLength = 32

/**
 * Converts a slug to ASCII letters in lower case, digits and single hyphens, at most 32 characters. Only ASCII letters
 * are lowered, since other letters (the Kelvin sign) would become ASCII.
 */
export function normaliseSlug(text: string): string {
  if (text.length <= maxSlugLength && normal.test(text)) return text // most are, and this looks at them once
  return text
    .slice(0, maxInputLength)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[^a-z0-9-]+/g, "")
    .replace(/-{2,}/g, "-")
    .replace(/^-/, "")
    .slice(0, maxSlugLength)
    .replace(/-$/, "")
}

const normal = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Longer input is cut first, so that its length costs nothing. */
const maxInputLength = 1_000
