import { hash } from "node:crypto"
import { foldLinkName, hyphenateSpaces, isLinkName, toLinkName } from "#contract/link-name.ts"
import { reservedSlugs } from "#domains/workspaces/index.ts"
import { withoutLeftovers } from "#kernel/addresses.ts"
import { invalidInput, ServiceError } from "#kernel/error.ts"
import { randomText } from "#kernel/ids.ts"

/** The letters of random slugs: no vowels, so that no words appear, and no characters that look alike. */
const alphabet = "bcdfghjkmnpqrstvwxz23456789"

export function randomLinkSlug(): string {
  return randomText(alphabet, 7)
}

/** Makes a slug of the same form from a seed, for a card that shows the address before the link exists. */
export function linkSlugFrom(seed: string): string {
  return [...hash("sha256", seed, "buffer").subarray(0, 7)].map((byte) => alphabet[byte % alphabet.length]).join("")
}

/**
 * Converts a wished slug (`toLinkName`). Throws 400 when too little is left, 409 when it is reserved for the host or, on
 * the shared short host, for this service.
 */
export function readLinkSlug(wished: string, { isShared }: { isShared: boolean }): string {
  const slug = toLinkName(wished, { isShared })
  const hint = `Use ${isShared ? "letters a–z" : "letters"}, digits and hyphens, or leave it out for a random one.`
  if (!/[\p{L}\p{N}]/u.test(slug)) throw invalidInput("Short name has no letters or digits.", hint, "slug")
  if (isShared && slug.length < shortest) {
    throw invalidInput(`“${slug}” is too short; use at least ${shortest} characters.`, hint, "slug")
  }
  if (ofHosts.test(slug)) throw hostNeedsSlug(slug)
  if (isShared && reservedSlugs.has(foldLinkName(slug))) throw shortSlugTaken(slug)
  return slug
}

const shortest = 3

/** Says that a link's slug differs from the wished one, and why. Undefined when it does not differ. */
export function sayOtherSlug(wished: string | undefined, { slug, domain }: { slug: string; domain: string | null }) {
  if (wished === undefined || wished === slug) return undefined
  const letters = domain === null ? "Short names on the default domain have a–z" : "Short names have letters"
  return `The short name is “${slug}”. ${letters}, digits, -_.~ and / between parts, at most 190 characters. Spaces become hyphens.`
}

/** The paths of a host that belong to no link: what browsers and crawlers ask each host for, and what all hosts serve. */
const ofHosts = /^(\.well-known(\/|$)|assets\/|api\/health|(robots\.txt|favicon\.ico)$)/i

const hostNeedsSlug = (slug: string) =>
  new ServiceError("conflict", `“${slug}” is reserved: each domain needs this address itself.`, {
    field: "slug",
    hint: "Choose another short name, or leave it out for a random one.",
  })

/** The same refusal for a slug that is in use and for one that is reserved. */
export const shortSlugTaken = (slug: string) =>
  new ServiceError("conflict", `Short name “${slug}” is taken.`, {
    field: "slug",
    hint: `Try ${slug.slice(0, 180)}-${randomText(alphabet, 3)}, or leave it out for a random one.`,
  })

/** Converts the decoded path of an address to a slug, with hyphens for spaces. Undefined when it cannot be one. */
export function slugOfPath(text: string): string | undefined {
  const path = hyphenateSpaces(text.normalize("NFC"))
  const slug = path.startsWith("/") || path.includes("//") ? path.replace(/^\/+|\/(?=\/)/g, "") : path
  return isLinkName(slug) ? slug : undefined
}

/** The slugs that a decoded path may mean: unchanged, then without appended punctuation and words. */
export function* slugsOfPath(text: string): Generator<string> {
  const readings = text.length > longestMeant ? [asItIs] : [asItIs, withoutLeftovers, withoutMarks]
  const before = new Set<string>()
  for (const read of readings) {
    const slug = slugOfPath(read(text))
    if (slug === undefined || before.has(slug)) continue
    before.add(slug)
    yield slug
  }
}

const longestMeant = 1_000
const asItIs = (text: string) => text

/** Ends before a dash or another mark that no slug has, and before the marks with which a text emphasizes an address. */
const withoutMarks = (text: string) =>
  withoutLeftovers(text.replace(/(?<!^)[,;:!@\u2012-\u2015].*$/s, "")).replace(/[-_~.]+$/, "")
