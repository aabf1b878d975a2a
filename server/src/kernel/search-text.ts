/** Converts text to the form that searches compare: look-alike letters become the same (NFKC), in lower case. */
export function toSearchText(text: string): string {
  return text.normalize("NFKC").toLowerCase()
}

/** Returns a pattern for `like … escape '\'` that finds `query` anywhere in a search text. */
export const containsPattern = (query: string): string => exactPattern(toSearchText(query))

/** As `containsPattern`, for the text as it is. Wildcards in it are escaped. */
export const exactPattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`
