/** Text as it is searched: letters that look alike become the same, and case does not matter. */
export function toSearchText(text: string): string {
  return text.normalize("NFKC").toLowerCase()
}

/** A pattern for `like … escape '\'` that finds `query` anywhere in a searched text; its wildcards mean themselves. */
export function containsPattern(query: string): string {
  return `%${toSearchText(query).replace(/[\\%_]/g, "\\$&")}%`
}
