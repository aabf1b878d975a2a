/** The most characters of a short name. */
const longest = 190

const unseen = /\p{Default_Ignorable_Code_Point}/gu
const notShared = /[^A-Za-z0-9\-_.~/\s]/g
const notOnDomains = /[^\p{L}\p{M}\p{N}\-_.~/\s]/gu

/**
 * Converts a typed short name to the one that a link can have: letters, digits, `-_.~`, and `/` between parts. Spaces
 * between words become hyphens; other characters are dropped. The shared host takes ASCII letters, without their accents.
 */
export function toLinkName(typed: string, { isShared }: { isShared: boolean }): string {
  const text = percentDecoded(typed).normalize(isShared ? "NFD" : "NFC")
  const allowed = text.replace(/\p{Pd}/gu, "-").replace(isShared ? notShared : notOnDomains, "")
  const parts = [...hyphenateSpaces(allowed)].slice(0, longest).join("").split("/")
  return parts.filter((part) => !isNoPart.test(part)).join("/")
}

/** Writes a hyphen for spaces between words. Removes those around parts, and invisible characters. */
export function hyphenateSpaces(name: string): string {
  const words = name
    .replace(unseen, "")
    .replace(/[\s-]+/g, (run) => (/\s/.test(run) ? " " : run))
    .trim()
  return words.replace(/ ?\/ ?/g, "/").replace(/ /g, "-")
}

/** Browsers remove `.` and `..` from a path. */
const isNoPart = /^\.{0,2}$/

/** Decodes a part of an address. Text with a broken code stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The form in which short names are compared without case. */
export const foldLinkName = (name: string): string => name.toLowerCase().normalize("NFC")

/** Whether a path, without its first `/`, may be a short name. */
export const isLinkName = (path: string): boolean => named.test(path)

const named = /^[\p{L}\p{M}\p{N}\-_.~/]{1,190}$/u
