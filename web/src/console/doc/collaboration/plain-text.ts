import type { Doc } from "yjs"
import { type DocLine, readLines, sharedText } from "../../../../../server/src/contract/docs/lines/index.ts"

/** The doc as plain text with Markdown-like marks, to be pasted anywhere. */
export function plainText(doc: Doc): string {
  const lines = readLines(sharedText(doc)).map(({ line }) => line)
  return lines
    .map((line, at) => written(line) + between(line, lines[at + 1]))
    .join("")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
}

function written({ kind, attrs, spans }: DocLine): string {
  const words = spans.map(({ text, atom }) => text ?? labelOf(atom?.attrs.label)).join("")
  const before = signsBefore(attrs)
  if (kind === "horizontalRule") return `${before}---`
  if (kind === "driveFile" || kind === "driveImage") return `${before}[${attrs.name || attrs.alt || "a file"}]`
  if (kind === "codeBlock") return `${before}\`\`\`\n${words}\n\`\`\``
  return before + (kind === "heading" ? `${"#".repeat(Number(attrs.level) || 1)} ` : "") + words
}

/** A line break has no label. */
const labelOf = (label: unknown) => (typeof label === "string" && label !== "" ? label : "\n")

/** The marks of containers before their first line. Continuation lines are indented by the same width. */
const signs: Readonly<Record<string, (attrs: DocLine["attrs"]) => string>> = {
  blockquote: () => "> ",
  bulletList: () => "- ",
  orderedList: () => "1. ",
  taskList: (attrs) => `- [${attrs["taskItem.checked"] ? "x" : " "}] `,
  tableCell: () => "| ",
  tableHeader: () => "| ",
}

function signsBefore(attrs: DocLine["attrs"]): string {
  const path = containersOf(attrs)
  return path
    .map((part, at) => {
      const sign = signs[part.replace("+", "")]?.(attrs) ?? ""
      // A list's mark belongs to its item.
      const isContinuation = part.includes("List") && !path[at + 1]?.endsWith("+")
      return isContinuation ? " ".repeat(sign.length) : sign
    })
    .join("")
}

/** Separates list items by newlines, cells of a row by spaces, and other blocks by empty lines. */
function between({ attrs }: DocLine, next: DocLine | undefined): string {
  const [path, following] = [containersOf(attrs), containersOf(next?.attrs ?? {})]
  if (path[0] === undefined || path[0].replace("+", "") !== following[0]) return "\n\n"
  return following.includes("tableRow") ? " " : "\n"
}

const containersOf = ({ in: path }: DocLine["attrs"]): string[] => (typeof path === "string" ? path.split(" ") : [])
