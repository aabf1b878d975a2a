import { cleanText } from "#kernel/clean-text.ts"

/** In letters: a paragraph of a doc is one line. How much an answer has in all is bounded beside this. */
const longestLine = 65_536

/** Characters that change how the text around them is shown, and all that is invisible, are gone. Lines stay. */
export function cleanLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => /^\s*/.exec(line)?.[0].replace(/[^ \t]/g, "") + cleanText(line, longestLine))
    .join("\n")
}

/** The same in each text of a JSON value, its names included. `hide` gets each before a long one is cut. */
export function cleanValue(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === "string") return cleanLines(hide(value))
  if (Array.isArray(value)) return value.map((part) => cleanValue(part, hide))
  if (typeof value !== "object" || value === null) return value
  const parts = Object.entries(value)
  return Object.fromEntries(parts.map(([name, part]) => [cleanText(hide(name), 200), cleanValue(part, hide)]))
}

/** Writes an answer as JSON of at most `most` characters: of its longest list as many items as fit, and how many not. */
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
