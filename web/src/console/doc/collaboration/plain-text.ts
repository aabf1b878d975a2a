import type { Doc } from "yjs"
import { type Line, readLines } from "../../../../../server/src/contract/docs/lines/index.ts"
import { textOf } from "./text-of.ts"

/** The text of a doc as it is here, as plain lines that say most of how it was made: what can be pasted anywhere. */
export function plainText(doc: Doc): string {
  const lines = readLines(textOf(doc)).map(({ line }) => line)
  return lines
    .map((line, at) => written(line) + between(line, lines[at + 1]))
    .join("")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
}

function written({ kind, attrs, spans }: Line): string {
  const words = spans.map(({ text, atom }) => text ?? labelOf(atom?.attrs.label)).join("")
  const before = signsBefore(attrs)
  if (kind === "horizontalRule") return `${before}---`
  if (kind === "driveFile" || kind === "driveImage") return `${before}[${attrs.name || attrs.alt || "a file"}]`
  if (kind === "codeBlock") return `${before}\`\`\`\n${words}\n\`\`\``
  return before + (kind === "heading" ? `${"#".repeat(Number(attrs.level) || 1)} ` : "") + words
}

/** A break has no label. */
const labelOf = (label: unknown) => (typeof label === "string" && label !== "" ? label : "\n")

/** What stands for a container before a line that begins it. One that goes on takes as much room. */
const signs: Readonly<Record<string, (attrs: Line["attrs"]) => string>> = {
  blockquote: () => "> ",
  bulletList: () => "- ",
  orderedList: () => "1. ",
  taskList: (attrs) => `- [${attrs["taskItem.checked"] ? "x" : " "}] `,
  tableCell: () => "| ",
  tableHeader: () => "| ",
}

function signsBefore(attrs: Line["attrs"]): string {
  const path = containersOf(attrs)
  return path
    .map((part, at) => {
      const sign = signs[part.replace("+", "")]?.(attrs) ?? ""
      // A list's sign is its item's.
      const goesOn = part.includes("List") && !path[at + 1]?.endsWith("+")
      return goesOn ? " ".repeat(sign.length) : sign
    })
    .join("")
}

/** Items of a list stand below each other, cells of a row beside each other, and other blocks apart. */
function between({ attrs }: Line, next: Line | undefined): string {
  const [path, following] = [containersOf(attrs), containersOf(next?.attrs ?? {})]
  if (path[0] === undefined || path[0].replace("+", "") !== following[0]) return "\n\n"
  return following.includes("tableRow") ? " " : "\n"
}

const containersOf = ({ in: path }: Line["attrs"]): string[] => (typeof path === "string" ? path.split(" ") : [])
