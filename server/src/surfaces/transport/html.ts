/** Markup that is written into a document without escaping. Only this file and the page renderer make it. */
export interface Html {
  readonly markup: string
}

type Part = Html | readonly Html[] | string | number

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/** Composes a document. `Html` is inserted unchanged; all other values are escaped, for text and quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const rest = strings.slice(1).map((string, at) => write(parts[at] ?? "") + string)
  return { markup: (strings[0] ?? "") + rest.join("") }
}

/** Writes a value as JSON that cannot end its script element. */
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
