import { maxDepth } from "#contract/docs/doc-node.ts"

/** The searched beginning of a doc, in characters. */
const maxLength = 500_000

interface Node {
  type?: unknown
  text?: unknown
  attrs?: { label?: unknown; name?: unknown; alt?: unknown } | null
  content?: unknown
}

/** A line for each block, with the names of mentions, objects and files. Of unknown nodes only the text counts. */
export function textOfDoc(json: unknown): string {
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

/** Like `textOfDoc`, from serialised JSON; empty where it cannot be parsed. */
export function textOfBody(body: string): string {
  try {
    return textOfDoc(JSON.parse(body))
  } catch {
    return ""
  }
}

/** Matches starts of blocks, and texts, in serialised JSON. Quotes inside a JSON string are escaped by a backslash. */
const pieces = /"type":"(?:paragraph|heading|codeBlock)"|"(?:text|label|name|alt)":("(?:[^"\\]|\\.)*")/gu

/** The text of serialised JSON that may be cut anywhere. Empty where it cannot be parsed. */
export function textOfBeginning(body: string): string {
  try {
    const found = body.matchAll(pieces).map(([, text]) => (text === undefined ? "\n" : String(JSON.parse(text))))
    return [...found].join("").trimStart()
  } catch {
    return ""
  }
}
