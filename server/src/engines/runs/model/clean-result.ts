import { cleanText } from "#kernel/clean-text.ts"

/** The longest line, in characters. A paragraph of a doc is one line; `fit` limits the whole answer. */
const longestLine = 65_536

/** Removes invisible characters and those that change how the text around them is shown. Keeps line breaks. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => /^\s*/.exec(line)?.[0].replace(/[^ \t]/g, "") + cleanText(line, longestLine))
    .join("\n")
}

/** Cleans each text and name in a JSON value. `hide` gets each text before it is cut. */
export function cleanValue(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === "string") return cleanLines(hide(value))
  if (Array.isArray(value)) return value.map((part) => cleanValue(part, hide))
  if (typeof value !== "object" || value === null) return value
  const parts = Object.entries(value)
  return Object.fromEntries(parts.map(([name, part]) => [cleanText(hide(name), 200), cleanValue(part, hide)]))
}
