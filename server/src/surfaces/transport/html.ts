/** Text that may stand in a document without being escaped. Only this file makes it, and what draws pages. */
export interface Html {
  readonly markup: string
}

type Part = Html | readonly Html[] | string | number

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/** Puts a document together: `Html` goes in as it is, everything else is escaped, in text and in quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const rest = strings.slice(1).map((string, at) => write(parts[at] ?? "") + string)
  return { markup: (strings[0] ?? "") + rest.join("") }
}

/** Writes a value as JSON that cannot end the script element it stands in. */
export function jsonForScript(value: unknown): Html {
  const escapeLetter = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`
  return { markup: JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, escapeLetter) }
}

function write(part: Part): string {
  if (typeof part === "string" || typeof part === "number") {
    return String(part).replace(/[&<>"']/g, (letter) => escapes[letter] ?? "")
  }
  return "markup" in part ? part.markup : part.map(({ markup }) => markup).join("")
}
