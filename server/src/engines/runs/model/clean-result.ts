import { cleanText } from "#kernel/clean-text.ts"

/** In characters. A paragraph of a doc is one line; `fit` limits the whole answer. */
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

/** Writes JSON of at most `most` characters. Cuts the longest list and says how many items were left out. */
export function fit(value: unknown, most: number): string {
  const whole = JSON.stringify(value) ?? "null"
  if (whole.length <= most) return whole
  const lists = Object.entries((value ?? {}) as object).filter(([, part]) => Array.isArray(part))
  const [name, list] = lists.sort(([, a], [, b]) => JSON.stringify(b).length - JSON.stringify(a).length)[0] ?? []
  if (name === undefined || !Array.isArray(list))
    return JSON.stringify({ cut: whole.slice(0, most / 2), rest: "left out" })
  for (let kept = list.length - 1; kept >= 0; kept = Math.floor(kept * 0.8) - 1) {
    const left = `${list.length - kept} more are left out; ask for less at once, or with a cursor`
    const text = JSON.stringify({ ...(value as object), [name]: list.slice(0, kept), left_out: left })
    if (text.length <= most) return text
  }
  return JSON.stringify({ left_out: "The answer is too long. Ask for less at once." })
}
