/** Deeper than an honest doc stands; twenty thousand lists in each other would overflow the stack. */
const maxDepth = 64
/** In characters. More of a doc's text is not searched. */
const maxLength = 500_000

interface Node {
  type?: unknown
  text?: unknown
  attrs?: { label?: unknown; name?: unknown; alt?: unknown } | null
  content?: unknown
}

/**
 * Converts the editor's JSON to plain text, a line for each block: what a reader sees, the names of mentions, of linked
 * things and of files included. Takes any JSON; what it does not know counts by the text in it.
 */
export function textOf(json: unknown): string {
  const parts: string[] = []
  let length = 0
  const add = (part: string) => {
    parts.push(part)
    length += part.length
  }
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > maxDepth || length > maxLength) return
    const node: Node = value
    if (Array.isArray(node.content)) for (const child of node.content) walk(child, depth + 1)
    else add(wordsOf(node))
    if (!isInline(node)) add("\n")
  }
  walk(json, 0)
  return parts.join("").slice(0, maxLength)
}

const isInline = ({ type, text }: Node) => typeof text === "string" || type === "mention" || type === "objectLink"

function wordsOf({ type, text, attrs }: Node): string {
  if (typeof text === "string") return text
  const { label, name, alt } = attrs ?? {}
  const words = [label, name, alt].find((value) => typeof value === "string" && value !== "")
  return typeof words !== "string" ? "" : type === "mention" ? `@${words}` : words
}

/** The same from the text in which a doc's JSON is stored; no text where that cannot be read. */
export function textOfBody(body: string): string {
  try {
    return textOf(JSON.parse(body))
  } catch {
    return ""
  }
}

/** What begins a block of its own in a doc's JSON, or is in one. Quotes in a string of JSON have a backslash before. */
const pieces = /"type":"(?:paragraph|heading|codeBlock)"|"(?:text|label|name|alt)":("(?:[^"\\]|\\.)*")/gu

/** The text of the beginning of a doc's JSON, which may end anywhere. No text where it cannot be read. */
export function textOfBeginning(body: string): string {
  try {
    const found = body.matchAll(pieces).map(([, text]) => (text === undefined ? "\n" : String(JSON.parse(text))))
    return [...found].join("").trimStart()
  } catch {
    return ""
  }
}
