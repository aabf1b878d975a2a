import { readTyped } from "./typed-text.ts"

/** The public addresses, without a trailing slash. All code that prints an address takes it from here. */
export interface Addresses {
  readonly base: string
  readonly auth: string
  readonly mcp: string
  readonly short: string
  readonly files: string
}

/** The address of a page of the console, in the workspace of a member. */
export const pageUrl = (
  { addresses, workspace }: { addresses: Pick<Addresses, "base">; workspace: { readonly slug: string } },
  path: string,
): string => `${addresses.base}/${workspace.slug}${path}`

/** The path of a seller's page, below `base`. */
export const sellerPath = (slug: string): string => `/@${slug}`

/** The path of a workspace's logo. Another logo has another path, so browsers may cache it forever. */
export const logoPath = (key: string) => `/logos/${key}.png`

/** The URL of a logo, for mails. Undefined without a logo. */
export function logoUrl({ addresses }: { addresses: Pick<Addresses, "base"> }, key: string | null): string | undefined {
  return key === null ? undefined : `${addresses.base}${logoPath(key)}`
}

/** A text from its first character that no path here contains: a quotation mark, bracket, space, `&`, `。`. */
const fromForeign = /[[\p{P}\p{S}\p{Z}\p{Cc}]--[\-_.~\/,;:!@]].*$/sv
const atEnd = /[.,;:!/]+$/
/** Longer than any path of this service. The patterns above take time by the square of the length. */
const longestMended = 1_000

/**
 * Removes from the end of a path, or of a part of it, what a text or a mail program appended: punctuation, brackets,
 * quotation marks, the words after them, invisible characters, a slash. Such a path has its percent codes decoded.
 */
export function withoutLeftovers(path: string): string {
  if (path.length > longestMended) return path
  return readTyped(path).replace(fromForeign, "").replace(atEnd, "")
}

/**
 * Splits a request's address into its path and its query, both as they were sent. Some sites append `&fbclid=…` to
 * addresses without a query: no path contains `&`, so the query begins there.
 */
export function readPathAndQuery(url: string): { path: string; query: string } {
  const [, whole = "", own = ""] = /^([^?]*)\??(.*)$/s.exec(url) ?? []
  const [, path = "", attached = ""] = /^([^&]*)&?(?:amp;)*(.*)$/s.exec(whole) ?? []
  return { path, query: [attached.includes("=") ? attached : "", own].filter(Boolean).join("&") }
}

/** Makes a path readable: encodes each `%` that begins no code of a UTF-8 character. The query stays as it is. */
export function mendPath(url: string): string {
  if (!url.includes("%")) return url
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(url) ?? []
  return path.replace(characterOrPercent, (code) => (code === "%" ? "%25" : code)) + query
}

const next = "%[89ab][\\da-f]"

/** The code of a character, as in table 3-7 of the Unicode Standard, or a `%` alone. */
const characterOrPercent = new RegExp(
  [
    "%[0-7][\\da-f]",
    `%(?:c[2-9a-f]|d[\\da-f])${next}`,
    `%(?:e0%[ab]|e[1-9a-cef]%[89ab]|ed%[89])[\\da-f]${next}`,
    `%(?:f0%[9ab]|f[1-3]%[89ab]|f4%8)[\\da-f]${next}${next}`,
    "%",
  ].join("|"),
  "gi",
)

/** The `User-Agent` of processes that do not know the service's address. */
export const plainUserAgent = "Atelier/1"

/** The `User-Agent` of requests to other people's servers: our name, and the address of a page about it. */
export const userAgentOf = ({ base }: Pick<Addresses, "base">, part = "") => `Atelier${part && `-${part}`}/1 (+${base})`
