/** Converts text to the form that searches compare: look-alike letters become the same (NFKC), in lower case. */
export function toSearchText(text: string): string {
  return text.normalize("NFKC").toLowerCase()
}

/** Returns a pattern for `like … escape '\'` that finds `query` anywhere in a text. Wildcards in it are escaped. */
export function containsPattern(query: string): string {
  return `%${toSearchText(query).replace(/[\\%_]/g, "\\$&")}%`
}
